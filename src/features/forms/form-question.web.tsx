import { ANSWER_MAX } from '#src/lib/forms/form-fields.ts'
import { acceptOf, DEFAULT_FILE_MB, FILE_GROUP_WORDS, type FileGroup } from '#src/lib/forms/form-files.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FieldFrame, type FrameProps, wiring } from '#src/ui/fields/field-frame.tsx'
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
    case 'file':
      return <SentFileField {...shared} accept={field.accept} maxMb={field.maxMb} />
    case 'number':
      return <TextField {...shared} inputMode="decimal" defaultValue={typed} />
    default:
      return <TextField {...shared} type={type} maxLength={ANSWER_MAX} defaultValue={typed} />
  }
}

interface SentFileFieldProps extends Omit<FrameProps, 'id'> {
  readonly id: string
  readonly name: string
  readonly accept: FileGroup | undefined
  readonly maxMb: number | undefined
}

/** The browser's own field, which sends the file without a script. */
function SentFileField({ id, name, label, help, required, error, accept = 'any', maxMb }: SentFileFieldProps) {
  const limits = `Choose ${FILE_GROUP_WORDS[accept]}, at most ${maxMb ?? DEFAULT_FILE_MB} MB.`
  const whole = help === undefined ? limits : `${help} ${limits}`
  return (
    <FieldFrame id={id} label={label} help={whole} error={error} required={required}>
      <input
        type="file"
        name={name}
        accept={acceptOf(accept)}
        required={required}
        {...wiring(id, { help: whole, error })}
        className="field-box file:me-3 file:rounded-6 file:border-0 file:bg-surface-2 file:px-3 file:py-1 file:text-14 file:text-text"
      />
    </FieldFrame>
  )
}
