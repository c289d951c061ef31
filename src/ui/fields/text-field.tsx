import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FrameProps, wiring } from './field-frame.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'required'>, FrameProps {
  /** Shown behind the value: "%", "min". */
  unit?: string | undefined
}

/** One line of text. `defaultValue` for native forms, `value` and `onChange` when controlled. */
export function TextField({ label, help, error, required, unit, id: given, className, ...rest }: TextFieldProps) {
  const fallback = useId()
  const id = given ?? fallback
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required} className={className}>
      <span className="relative block">
        <input
          {...rest}
          {...wiring(id, { help, error })}
          required={required}
          className={classNames('field-box', unit && 'pe-14')}
        />
        {unit ? (
          <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-13 text-text-3">
            {unit}
          </span>
        ) : null}
      </span>
    </FieldFrame>
  )
}

export interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'required'>, FrameProps {
  /** Mono face, for code and data. */
  mono?: boolean
}

export function TextAreaField({
  label,
  help,
  error,
  required,
  id: given,
  className,
  mono,
  rows = 4,
  ...rest
}: TextAreaFieldProps) {
  const fallback = useId()
  const id = given ?? fallback
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required} className={className}>
      <textarea
        {...rest}
        {...wiring(id, { help, error })}
        required={required}
        rows={rows}
        className={classNames('field-box field-sizing-content max-h-96 min-h-24 resize-y', mono && 'font-mono text-13')}
      />
    </FieldFrame>
  )
}
