import { useId } from 'react'
import { classNames } from './class-names.ts'

export type StrengthLevel = 1 | 2 | 3 | 4

const LEVELS: Record<StrengthLevel, { word: string; bar: string; text: string }> = {
  1: { word: 'Weak', bar: 'bg-bad', text: 'text-bad' },
  2: { word: 'Fair', bar: 'bg-warn', text: 'text-warn' },
  3: { word: 'Good', bar: 'bg-ok', text: 'text-ok' },
  4: { word: 'Strong', bar: 'bg-ok', text: 'text-ok' },
}

/** Four bars and a word. Announced politely as it changes. */
export function StrengthMeter({ level, label }: { level: StrengthLevel; label: string }) {
  const { word, bar, text } = LEVELS[level]
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden="true" className="grid flex-1 grid-cols-4 gap-1">
        {([1, 2, 3, 4] as const).map((step) => (
          <span
            key={step}
            className={classNames(
              'h-1.5 rounded-full border',
              step <= level ? `border-transparent ${bar}` : 'border-line',
            )}
          />
        ))}
      </div>
      <p role="status" className={classNames('min-w-14 text-13 font-medium', text)}>
        <span className="sr-only">{label}: </span>
        {word}
      </p>
    </div>
  )
}

interface ProgressProps {
  label: string
  /** 0…max; without it the end is not known. */
  value?: number
  max?: number
  /** Behind the label: "3 of 9". */
  detail?: string
}

export function Progress({ label, value, max = 100, detail }: ProgressProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between gap-4 text-13">
        <label htmlFor={id}>{label}</label>
        {detail ? <span className="figures text-text-2">{detail}</span> : null}
      </div>
      <progress id={id} className="bar" max={max} {...(value === undefined ? {} : { value })} />
    </div>
  )
}
