/** The closed set of input types: a form, an API schema and a workflow node derive from each. */
export const FIELD_TYPES = [
  'string',
  'text',
  'textarea',
  'email',
  'password',
  'url',
  'tel',
  'date',
  'number',
  'range',
  'boolean',
  'checkbox',
  'select',
  'radio',
  'multiselect',
  'list',
  'file',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]
