import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import { FieldMessage, type FrameProps, Help, RequiredMark, wiring } from './field-frame.tsx'

export interface FlagFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'required'>, FrameProps {}

function Flag({ kind, label, help, error, required, id: given, className, ...rest }: FlagFieldProps & { kind: Kind }) {
  const fallback = useId()
  const id = given ?? fallback
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label
        htmlFor={id}
        className="flex min-h-6 w-fit items-start gap-2.5 text-14 pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <input
          {...rest}
          {...wiring(id, { help, error })}
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          required={required}
          className={kind === 'switch' ? 'switch' : 'tick-box mt-0.5'}
        />
        <span>
          {label}
          {required ? <RequiredMark /> : null}
        </span>
      </label>
      <Help id={id}>{help}</Help>
      <FieldMessage id={id}>{error}</FieldMessage>
    </div>
  )
}
type Kind = 'switch' | 'checkbox'

/** Agreement to something; takes part when the form is sent. */
export const CheckboxField = (props: FlagFieldProps) => <Flag {...props} kind="checkbox" />

/** On or off, at once. */
export const SwitchField = (props: FlagFieldProps) => <Flag {...props} kind="switch" />
