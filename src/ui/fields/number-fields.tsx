import type { KeyboardEvent } from 'react'
import { toNumber } from '#src/sdk/validate-input.ts'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FrameProps, wiring } from './field-frame.tsx'
import { TextField } from './text-field.tsx'

interface NumberProps extends FrameProps {
  id: string
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  unit?: string | undefined
  presets?: readonly number[] | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

/** The value after `strides` steps, kept within the limits and free of binary noise. */
export function stepped(
  value: string,
  strides: number,
  { min = -Infinity, max = Infinity, step = 1 }: Pick<NumberProps, 'min' | 'max' | 'step'>,
): string {
  const from = toNumber(value) ?? (Number.isFinite(min) ? min : 0)
  const to = Math.min(max, Math.max(min, from + strides * step))
  return String(Number(to.toFixed(10)))
}

const STRIDES: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

// The finest step says what is allowed; arrows go by whole numbers unless a field asks for a coarser or other step.
const stride = (step: number | undefined) => (step === undefined || step === 0.01 ? 1 : step)

const stepByKeys = (props: NumberProps) => (event: KeyboardEvent) => {
  const strides = STRIDES[event.key]
  if (strides === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  props.onChange(stepped(props.value, strides, { ...props, step: stride(props.step) }))
}

const Presets = ({ label, value, presets, unit, disabled, onChange }: NumberProps) =>
  presets && presets.length > 0 ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a second form group
    <div role="group" aria-label={`Quick values for ${label}`} className="flex flex-wrap gap-1.5">
      {presets.map((preset) => {
        const chosen = toNumber(value) === preset
        return (
          <button
            key={preset}
            type="button"
            disabled={disabled}
            aria-pressed={chosen}
            onClick={() => onChange(String(preset))}
            className={classNames(
              'figures min-h-7 rounded-6 border px-2.5 text-13 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
              chosen
                ? 'border-accent bg-accent-soft font-medium text-accent-text forced-colors:outline-2'
                : 'border-line bg-surface text-text-2 hover:bg-hover hover:text-text',
            )}
          >
            {preset}
            {unit ? ` ${unit}` : ''}
          </button>
        )
      })}
    </div>
  ) : null

/** Text with a number keypad, so that a pasted "1,234.50" survives. Arrows and Page keys step. */
export function NumberField(props: NumberProps) {
  const { id, name, label, help, error, required, value, onChange, unit, placeholder, disabled } = props
  return (
    <div className="flex flex-col gap-2">
      <TextField
        id={id}
        name={name}
        label={label}
        help={help}
        error={error}
        required={required}
        unit={unit}
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        inputMode="decimal"
        autoComplete="off"
        onKeyDown={stepByKeys(props)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Presets {...props} />
    </div>
  )
}

/** A slider for feeling, a box for the exact value. */
export function RangeField(props: NumberProps) {
  const { id, name, label, help, error, required, value, onChange, min = 0, max = 100, step, unit, disabled } = props
  const wired = wiring(id, { help, error })
  const at = Math.min(max, Math.max(min, toNumber(value) ?? min))
  return (
    <div className="flex flex-col gap-2">
      <FieldFrame id={id} label={label} help={help} error={error} required={required}>
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-4">
          <span className="relative flex items-center">
            <progress aria-hidden="true" className="slider-track" max={max - min} value={at - min} />
            <input
              {...wired}
              type="range"
              min={min}
              max={max}
              step={stride(step)}
              value={at}
              aria-valuetext={unit ? `${value} ${unit}` : undefined}
              disabled={disabled}
              onChange={(event) => onChange(event.currentTarget.value)}
              className="slider"
            />
          </span>
          <span className="relative block">
            <input
              id={`${id}-exact`}
              name={name}
              aria-label={`${label}, exact value`}
              aria-describedby={wired['aria-describedby']}
              aria-invalid={wired['aria-invalid']}
              value={value}
              disabled={disabled}
              inputMode="decimal"
              autoComplete="off"
              onKeyDown={stepByKeys({ ...props, min, max })}
              onChange={(event) => onChange(event.currentTarget.value)}
              className={classNames('field-box figures', unit && 'pe-12')}
            />
            {unit ? (
              <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-13 text-text-3">
                {unit}
              </span>
            ) : null}
          </span>
        </div>
      </FieldFrame>
      <Presets {...props} />
    </div>
  )
}
