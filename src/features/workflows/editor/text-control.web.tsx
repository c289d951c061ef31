import { type ReactNode, useState } from 'react'
import type { Json } from '#src/sdk/json.ts'
import { describedBy, FieldMessage, type FrameProps, Help, RequiredMark } from '#src/ui/fields/field-frame.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { CodeControl, type CodeFailure } from './code-control.web.tsx'
import { fromText, slipIn, type TextControl, toText } from './config-values.ts'
import { useExpressionHelp } from './expression/expression-context.web.tsx'
import { ExpressionInput } from './expression/expression-input.web.tsx'

interface TextControlFieldProps {
  readonly id: string
  readonly control: TextControl
  readonly label: string
  readonly help?: string
  readonly placeholder?: string | undefined
  readonly required?: boolean
  readonly value: Json | undefined
  readonly error: string | undefined
  /** What is wrong with a value, said once the field is left. */
  readonly misfit?: (value: Json | undefined) => string | undefined
  /** {{ is text in it. */
  readonly isPlain?: boolean | undefined
  /** It is worked out for each item of a list. */
  readonly isPerItem?: boolean | undefined
  /** Of code: the line where it failed when it ran last. */
  readonly failure?: CodeFailure | undefined
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
export function useRemark(find: () => string | undefined) {
  const [remark, setRemark] = useState<string>()
  const look = () => setRemark(find())
  return [remark, look, () => setRemark(undefined)] as const
}

/** A setting that is typed: a word, a number, an expression or JSON. Numbers stay numbers, {{ }} stays text. */
export function TextControlField(props: TextControlFieldProps) {
  const { id, control, label, help, placeholder, required, value, error, isPlain = false, isPerItem, onChange } = props
  const [text, type] = useTyped(control, value, onChange)
  const [remark, look, forget] = useRemark(() => slipIn(control, text) ?? props.misfit?.(fromText(control, text)))
  const hasExpressions = useExpressionHelp() !== undefined && !isPlain
  const isOneLine = control === 'text' || control === 'number'
  const write = (next: string) => {
    forget()
    type(next)
  }
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
    onBlur: look,
  }
  if (hasExpressions)
    return (
      <ExpressionFrame {...{ id, label, help, required }} error={error ?? remark}>
        <ExpressionInput
          id={id}
          labelledBy={`${id}-label`}
          describedBy={describedBy(id, { help, error: error ?? remark })}
          invalid={(error ?? remark) !== undefined}
          text={text}
          placeholder={placeholder}
          oneLine={isOneLine}
          isJson={control === 'json'}
          mono={!isOneLine && control !== 'multiline'}
          rows={isOneLine ? 1 : ROWS[control]}
          isPerItem={isPerItem}
          onChange={write}
          onBlur={look}
        />
      </ExpressionFrame>
    )
  if (control === 'code')
    return (
      <ExpressionFrame {...{ id, label, help, required }} error={error ?? remark}>
        <CodeControl
          id={id}
          text={text}
          failure={props.failure}
          placeholder={shared.placeholder}
          describedBy={describedBy(id, { help, error: error ?? remark })}
          onChange={write}
          onBlur={look}
        />
      </ExpressionFrame>
    )
  if (isOneLine)
    return (
      <TextField
        {...shared}
        inputMode={control === 'number' ? 'decimal' : undefined}
        onChange={(event) => write(event.currentTarget.value)}
      />
    )
  return (
    <TextAreaField
      {...shared}
      mono={control !== 'multiline'}
      rows={ROWS[control]}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}

interface ExpressionFrameProps extends FrameProps {
  readonly id: string
  readonly children: ReactNode
}

/** As FieldFrame; but what one types into is no form control, so the label leads to it by itself. */
const ExpressionFrame = ({ id, label, help, required, error, children }: ExpressionFrameProps) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the field itself is reached */}
    <label
      id={`${id}-label`}
      htmlFor={id}
      onClick={() => document.getElementById(id)?.focus()}
      className="w-fit text-14 font-medium"
    >
      {label}
      {required ? <RequiredMark /> : null}
    </label>
    {children}
    <Help id={id}>{help}</Help>
    <FieldMessage id={id}>{error}</FieldMessage>
  </div>
)
