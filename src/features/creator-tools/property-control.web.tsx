import { useId, useState } from 'react'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import type { Property } from './field-properties.ts'

interface PropertyControlProps {
  readonly property: Property
  readonly value: unknown
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly onChange: (value: unknown) => void
}

const shown = (value: unknown): string => {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** What was typed, or why it cannot be it. */
function read(kind: Property['kind'], text: string): { value: unknown } | { error: string } {
  if (text.trim() === '') return { value: undefined }
  switch (kind) {
    case 'line':
      return { value: text }
    case 'number':
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { error: 'A number, with a point' }
    case 'numbers': {
      const all = text
        .split(',')
        .filter((part) => part.trim() !== '')
        .map(Number)
      return all.every(Number.isFinite) ? { value: all } : { error: 'Numbers, separated by commas' }
    }
    default:
      try {
        return { value: JSON.parse(text) as unknown }
      } catch {
        return { error: 'This is no JSON yet' }
      }
  }
}

/** A text that is read as it is typed; what cannot be read stays in the box and says so. */
function TypedText({ property, value, required, problem, onChange }: PropertyControlProps) {
  const { kind, label, help } = property
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const change = (text: string) => {
    const result = read(kind, text)
    setTyped(text)
    setError('error' in result ? result.error : undefined)
    if ('value' in result) onChange(result.value)
  }
  const common = {
    ...{ id, label, help, required, error: error ?? problem },
    value: typed ?? shown(value),
    onBlur: () => error === undefined && setTyped(undefined),
  }
  return kind === 'json' ? (
    <TextAreaField
      {...common}
      mono
      spellCheck={false}
      className="sm:col-span-2"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  ) : (
    <TextField
      {...common}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

export function PropertyControl(props: PropertyControlProps) {
  const { property, value, onChange } = props
  return property.kind === 'flag' ? (
    <CheckboxField
      label={property.label}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  ) : (
    <TypedText {...props} />
  )
}
