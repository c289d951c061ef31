import { ANSWER_MAX } from '#src/lib/forms/form-fields.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { PublicForm } from './forms.schema.ts'

interface FormQuestionProps {
  readonly field: PublicForm['fields'][number]
  /** What came back with a form that was refused. */
  readonly typed: string | undefined
  readonly error: string | undefined
}

export const questionId = (name: string) => `question-${name}`

/** One question, as a field that the browser sends by itself. */
export function FormQuestion({ field, typed, error }: FormQuestionProps) {
  const { name, label, type, required, help, options } = field
  const shared = { id: questionId(name), name, label, help: help === '' ? undefined : help, required, error }
  switch (type) {
    case 'textarea':
      return <TextAreaField {...shared} rows={5} maxLength={ANSWER_MAX} defaultValue={typed} />
    case 'select':
      return (
        <SelectField
          {...shared}
          options={options.map((value) => ({ value, label: value }))}
          placeholder="Choose…"
          defaultValue={typed ?? ''}
        />
      )
    case 'checkbox':
      return <CheckboxField {...shared} defaultChecked={typed === 'on'} />
    case 'number':
      return <TextField {...shared} inputMode="decimal" defaultValue={typed} />
    default:
      return <TextField {...shared} type={type} maxLength={ANSWER_MAX} defaultValue={typed} />
  }
}
