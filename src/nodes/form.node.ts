import { FORM_FIELD_TYPES } from '#src/lib/forms/form-fields.ts'
import { FILE_GROUPS, MAX_FILE_MB } from '#src/lib/forms/form-files.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { field } from './field-hints.ts'

const Field = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-zA-Z0-9_]{0,49}$/, 'A name has letters, digits and underscores'),
    label: z.string().trim().min(1).max(200),
    type: z.enum(FORM_FIELD_TYPES).default('text'),
    required: z.boolean().default(false),
    help: z.string().trim().max(500).default(''),
    options: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
    min: z.number().optional(),
    max: z.number().optional(),
    accept: z.enum(FILE_GROUPS).optional(),
    maxMb: z.int().min(1).max(MAX_FILE_MB).optional(),
  })
  .refine(({ type, options }) => type !== 'select' || options.length > 0, {
    path: ['options'],
    error: 'A select needs options',
  })

const hasNoTwins = (fields: readonly { readonly name: string }[]) =>
  new Set(fields.map(({ name }) => name)).size === fields.length

/** The form step's settings: all that its page shows. */
export const FormSettings = z.strictObject({
  title: field(z.string().trim().min(1).max(200).default('Form'), {
    title: 'Title',
    description: 'The heading of the page.',
    control: 'text',
  }),
  description: field(z.string().trim().max(2000).default(''), {
    title: 'Introduction',
    description: 'What stands above the questions.',
    control: 'text',
  }),
  fields: field(
    z
      .array(Field)
      .min(1)
      .max(30)
      .refine(hasNoTwins, 'Two fields have the same name')
      .default([
        { name: 'email', label: 'Email', type: 'email', required: true, help: '', options: [] },
        { name: 'message', label: 'Message', type: 'textarea', required: true, help: '', options: [] },
      ]),
    {
      title: 'Questions',
      description: 'What the page asks, in this order.',
      control: 'questions',
    },
  ),
  submit: field(z.string().trim().min(1).max(50).default('Send'), {
    title: 'Button',
    description: 'What the button says.',
    control: 'text',
  }),
  thanksTitle: field(z.string().trim().min(1).max(200).default('Thank you'), {
    title: 'Thanks',
    description: 'The heading of the page that follows.',
    control: 'text',
  }),
  thanksText: field(z.string().trim().max(2000).default('Your answers were received.'), {
    title: 'What follows',
    description: 'What stands below it.',
    control: 'text',
  }),
})
export type FormSettings = z.output<typeof FormSettings>

const FILE: JsonObject = {
  type: 'object',
  properties: {
    file: { type: 'string' },
    name: { type: 'string' },
    type: { type: 'string' },
    bytes: { type: 'integer' },
  },
  required: ['file', 'name', 'type', 'bytes'],
}

function schemaOf(type: FormSettings['fields'][number]['type']): JsonObject {
  if (type === 'file') return FILE
  if (type === 'number') return { type: 'number' }
  return { type: type === 'checkbox' ? 'boolean' : 'string' }
}

function valuesSchema(config: Readonly<JsonObject>): JsonObject {
  const parsed = FormSettings.safeParse(config)
  if (!parsed.success) return { type: 'object' }
  const { fields } = parsed.data
  return {
    type: 'object',
    // An answer that may be left out can be null.
    properties: Object.fromEntries(
      fields.map(({ name, type, required }) => [name, required || type === 'checkbox' ? schemaOf(type) : {}]),
    ),
    required: fields.map(({ name }) => name),
  }
}

export const form = defineNode({
  type: 'form',
  version: 1,
  title: 'Form',
  description: 'Starts the workflow when somebody sends a form. The answers are available as trigger.values.',
  category: 'trigger',
  icon: 'clipboard-list',
  config: FormSettings,
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: (config) => ({
    type: 'object',
    properties: { values: valuesSchema(config), submittedAt: { type: 'string' } },
    required: ['values', 'submittedAt'],
  }),
  run: ({ trigger }) => ({ output: trigger }),
})
