import { useSyncExternalStore } from 'react'
import { hexOfDigits, paintedHex } from './colour-hex.ts'
import { FieldFrame, type FrameProps, wiring } from './field-frame.tsx'

interface ColourFieldProps extends FrameProps {
  id: string
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  /** What an empty text stands for. */
  usual: string
  disabled?: boolean | undefined
}

// Only the browser knows all notations, so the server draws what is hex and the browser the rest.
const never = () => () => undefined

/** A colour as text, in any notation, with the system's colour picker beside it, which writes "#rrggbb". */
export function ColourField(props: ColourFieldProps) {
  const { id, name, label, help, error, required, value, onChange, placeholder, usual, disabled } = props
  const text = value.trim() === '' ? usual : value
  const painted = useSyncExternalStore(
    never,
    () => paintedHex(text),
    () => undefined,
  )
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required}>
      <span className="flex items-center gap-2">
        <input
          {...wiring(id, { help, error })}
          name={name}
          type="text"
          required={required}
          disabled={disabled}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="field-box"
        />
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          disabled={disabled}
          value={hexOfDigits(text) ?? painted ?? hexOfDigits(usual) ?? '#'.padEnd(7, '0')}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="h-9 w-11 flex-none rounded-6 border border-line-strong bg-surface p-1 hover:border-text-2 pointer-coarse:h-11"
        />
      </span>
    </FieldFrame>
  )
}
