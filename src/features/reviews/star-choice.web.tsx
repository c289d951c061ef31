import { Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { lastWins } from './last-wins.ts'

const STARS = [1, 2, 3, 4, 5] as const
const WORDS = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const
/** Somebody who goes through the stars by arrow key means the one they stay on. */
const STAYS_MS = 600

interface StarChoiceProps {
  /** Undefined until there is one. */
  readonly value: number | undefined
  readonly disabled?: boolean
  /** Answers once the rating was taken or refused. */
  readonly onRate: (stars: number) => Promise<void>
}

/** Stars as a radio group: arrows move, and the choice, sent once somebody stays or leaves, is shown until it is answered. */
export function StarChoice({ value, disabled = false, onRate }: StarChoiceProps) {
  const name = useId()
  const [chosen, setChosen] = useState<number>()
  const [sender] = useState(lastWins)
  /** There while a choice is not sent yet. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = chosen ?? value ?? 0
  const send = async (stars: number) => {
    stop()
    if (stars !== value || sender.isBusy()) await sender.run(() => onRate(stars))
    if (timer.current === undefined) setChosen(undefined)
  }
  const choose = (stars: number) => {
    setChosen(stars)
    stop()
    timer.current = setTimeout(() => void send(stars), STAYS_MS)
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (chosen !== undefined && timer.current !== undefined && !currentTarget.contains(relatedTarget))
          void send(chosen)
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
