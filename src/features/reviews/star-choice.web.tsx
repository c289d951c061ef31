import { Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'

const STARS = [1, 2, 3, 4, 5] as const
const WORDS = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const
/** Somebody who goes through the stars by arrow key means the one they stay on. */
const STAYS_MS = 600

interface StarChoiceProps {
  /** Undefined until there is one. */
  readonly value: number | undefined
  readonly disabled?: boolean
  readonly onRate: (stars: number) => void
}

/** Stars as a radio group: arrows move, and the choice is sent once somebody stays or leaves. */
export function StarChoice({ value, disabled = false, onRate }: StarChoiceProps) {
  const name = useId()
  const [chosen, setChosen] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = chosen ?? value ?? 0
  const send = (stars: number | undefined) => {
    clearTimeout(timer.current)
    setChosen(undefined)
    if (stars !== undefined && stars !== value) onRate(stars)
  }
  const choose = (stars: number) => {
    setChosen(stars)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(stars), STAYS_MS)
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) send(chosen)
      }}
      className="flex min-w-0 flex-col gap-1"
    >
      <p id={`${name}-label`} className="text-14 font-medium">
        Your rating
      </p>
      <span className="inline-flex">
        {STARS.map((stars) => (
          <label
            key={stars}
            title={WORDS[stars]}
            className={classNames(
              'grid size-9 place-items-center rounded-6 has-focus-visible:outline-2 has-focus-visible:outline-ring',
              'pointer-coarse:size-11',
              disabled ? 'text-text-3' : 'hover:bg-hover',
              stars <= shown ? 'text-mark-ink' : 'text-text-3',
            )}
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === shown}
              disabled={disabled}
              onChange={() => choose(stars)}
              className="sr-only"
            />
            <Star size={24} className={stars <= shown ? 'fill-current' : undefined} />
            <span className="sr-only">
              {stars} {stars === 1 ? 'star' : 'stars'}: {WORDS[stars]}
            </span>
          </label>
        ))}
      </span>
      <span aria-hidden="true" className="text-14 text-text-2">
        {WORDS[shown as 0 | 1 | 2 | 3 | 4 | 5]}
      </span>
    </div>
  )
}
