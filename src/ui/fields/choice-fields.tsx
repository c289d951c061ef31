import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import type { Option } from '#src/sdk/fields.ts'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FrameProps, GroupFrame, wiring } from './field-frame.tsx'

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'required'>, FrameProps {
  options: readonly Option[]
  /** The first, empty choice. Without it the first option is chosen. */
  placeholder?: string | undefined
  dense?: boolean
}

export function SelectField({
  label,
  help,
  error,
  required,
  options,
  placeholder,
  dense = false,
  id: given,
  className,
  ...rest
}: SelectFieldProps) {
  const fallback = useId()
  const id = given ?? fallback
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required} className={className}>
      <span className="relative block">
        <select
          {...rest}
          {...wiring(id, { help, error })}
          required={required}
          className={classNames('field-box appearance-none truncate pe-9', dense && 'field-box-dense')}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className="pointer-events-none absolute inset-y-0 end-3 my-auto text-text-2" />
      </span>
    </FieldFrame>
  )
}

interface GroupProps extends FrameProps {
  id?: string | undefined
  name: string
  options: readonly Option[]
  disabled?: boolean | undefined
}

const TILE =
  'flex min-h-9 items-center gap-2 rounded-6 border border-line bg-surface py-1 pe-3 ps-2.5 text-14 hover:bg-hover ' +
  'has-checked:border-accent has-checked:bg-accent-soft has-disabled:text-text-3 has-disabled:hover:bg-surface ' +
  'has-aria-invalid:border-bad pointer-coarse:min-h-11'

export interface RadioGroupFieldProps extends GroupProps {
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** One of a few, all visible. The first radio has the field's id, so that errors can lead to it. */
export function RadioGroupField({ options, name, value, defaultValue, onChange, ...frame }: RadioGroupFieldProps) {
  const fallback = useId()
  const id = frame.id ?? fallback
  return (
    <GroupFrame {...frame} id={id} role="radiogroup">
      <div className="flex flex-wrap gap-2">
        {options.map((option, index) => (
          <label key={option.value} className={TILE}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${index}`}
              name={name}
              value={option.value}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
              className="tick-box"
            />
            {option.label}
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}

export interface CheckboxGroupFieldProps extends GroupProps {
  value?: readonly string[]
  defaultValue?: readonly string[]
  onChange?: (value: string[]) => void
}

/** Any number of a few; values come back in the order of the options. */
export function CheckboxGroupField(props: CheckboxGroupFieldProps) {
  const { options, name, value, defaultValue = [], onChange, ...frame } = props
  const fallback = useId()
  const id = frame.id ?? fallback
  const toggle = (changed: string, on: boolean) =>
    onChange?.(
      options
        .map((option) => option.value)
        .filter((one) => (one === changed ? on : (value ?? defaultValue).includes(one))),
    )
  return (
    <GroupFrame {...frame} id={id}>
      <div className="flex flex-wrap gap-2">
        {options.map((option, index) => (
          <label key={option.value} className={TILE}>
            <input
              type="checkbox"
              id={index === 0 ? id : `${id}-${index}`}
              name={name}
              value={option.value}
              aria-invalid={frame.error ? true : undefined}
              {...(value === undefined
                ? { defaultChecked: defaultValue.includes(option.value) }
                : { checked: value.includes(option.value) })}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
              className="tick-box"
            />
            {option.label}
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
