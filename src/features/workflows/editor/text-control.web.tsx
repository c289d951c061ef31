import { useState } from 'react'
import type { Json } from '#src/sdk/json.ts'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { fromText, slipIn, type TextControl, toText } from './config-values.ts'
import type { CheckExpression } from './use-expression-check.web.tsx'

interface TextControlFieldProps {
  readonly id: string
  readonly control: TextControl
  readonly label: string
  readonly help?: string
  readonly placeholder?: string | undefined
  readonly required?: boolean
  readonly value: Json | undefined
  readonly error: string | undefined
  readonly check: CheckExpression
  readonly onChange: (value: Json | undefined) => void
}

const ROWS = { expression: 2, json: 4, multiline: 5, code: 12 } as const

/** What is being typed stays as typed; only a value that came from elsewhere replaces it. */
export function useTyped(control: TextControl, value: Json | undefined, onChange: (value: Json | undefined) => void) {
  const [typed, setTyped] = useState({ text: toText(control, value), value })
  if (typed.value !== value) setTyped({ text: toText(control, value), value })
  const type = (text: string) => {
    const next = fromText(control, text)
    setTyped({ text, value: next })
    onChange(next)
  }
  return [typed.text, type] as const
}

/** What is odd about a text, looked for when it is left and forgotten when it changes. */
export function useRemark(find: () => Promise<string | undefined>) {
  const [remark, setRemark] = useState<string>()
  const look = async () => setRemark(await find())
  return [remark, look, () => setRemark(undefined)] as const
}

/** A setting that is typed: a word, a number, an expression or JSON. Numbers stay numbers, {{ }} stays text. */
export function TextControlField(props: TextControlFieldProps) {
  const { id, control, label, help, placeholder, required, value, error, check, onChange } = props
  const [text, type] = useTyped(control, value, onChange)
  const [remark, look, forget] = useRemark(async () => slipIn(control, text) ?? (await check(text)))
  const shared = {
    id,
    label,
    help,
    required,
    placeholder,
    value: text,
    error: error ?? remark,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'none',
    onBlur: () => void look(),
  }
  if (control === 'text' || control === 'number')
    return (
      <TextField
        {...shared}
        inputMode={control === 'number' ? 'decimal' : undefined}
        onChange={(event) => {
          forget()
          type(event.currentTarget.value)
        }}
      />
    )
  return (
    <TextAreaField
      {...shared}
      mono={control !== 'multiline'}
      rows={ROWS[control]}
      onChange={(event) => {
        forget()
        type(event.currentTarget.value)
      }}
    />
  )
}
