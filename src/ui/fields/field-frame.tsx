import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** What surrounds a control: the same words for everybody, joined by ids. */
export interface FrameProps {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Marks the label; the control itself carries `required`. */
  required?: boolean | undefined
}

/** ids of what describes a control: its help, then its error. */
export const describedBy = (id: string, { help, error }: Pick<FrameProps, 'help' | 'error'>): string | undefined =>
  [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined

/** aria attributes of a control with this id. */
export const wiring = (id: string, frame: Pick<FrameProps, 'help' | 'error'>) => ({
  id,
  'aria-invalid': frame.error ? (true as const) : undefined,
  'aria-describedby': describedBy(id, frame),
})

export const RequiredMark = () => (
  <span aria-hidden="true" className="text-bad">
    {' '}
    *
  </span>
)

export const Help = ({ id, children }: { id: string; children: ReactNode }) =>
  children ? (
    <p id={`${id}-help`} className="text-13 text-text-3">
      {children}
    </p>
  ) : null

export const FieldMessage = ({ id, children }: { id: string; children: string | undefined }) =>
  children ? (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-13 font-medium text-bad">
      <CircleAlert size={16} className="mt-0.5" />
      {children}
    </p>
  ) : null

/** Label above, then the control, help and error. */
export const FieldFrame = ({
  id,
  label,
  help,
  error,
  required,
  className,
  children,
}: FrameProps & { id: string; className?: string | undefined; children: ReactNode }) => (
  <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
    <label htmlFor={id} className="w-fit text-14 font-medium">
      {label}
      {required ? <RequiredMark /> : null}
    </label>
    {children}
    <Help id={id}>{help}</Help>
    <FieldMessage id={id}>{error}</FieldMessage>
  </div>
)

/** Several controls under one legend. */
export const GroupFrame = ({
  id,
  label,
  help,
  error,
  required,
  role,
  disabled,
  children,
}: FrameProps & { id: string; role?: 'radiogroup'; disabled?: boolean | undefined; children: ReactNode }) => (
  <fieldset
    disabled={disabled}
    aria-describedby={describedBy(id, { help, error })}
    {...(role && { role, 'aria-invalid': error ? true : undefined, 'aria-required': required || undefined })}
    className="flex min-w-0 flex-col gap-1.5"
  >
    <legend className="mb-1.5 text-14 font-medium">
      {label}
      {required ? <RequiredMark /> : null}
    </legend>
    {children}
    <Help id={id}>{help}</Help>
    <FieldMessage id={id}>{error}</FieldMessage>
  </fieldset>
)
