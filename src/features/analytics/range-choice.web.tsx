import { CalendarDays } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TagLink } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { type ChosenRange, fitsRange, PRESETS } from './range.ts'

interface RangeChoiceProps {
  readonly range: ChosenRange
  readonly timeZone: string
}

/** Which days are shown; part of the address. */
export function RangeChoice({ range, timeZone }: RangeChoiceProps) {
  const [, setSearch] = useSearchParams()
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const days = { from: String(data.get('from')), to: String(data.get('to')) }
    const fits = fitsRange(days)
    setError(fits ? undefined : 'Not before the first day, and at most 366 days')
    if (fits) setSearch(days, { preventScrollReset: true })
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <nav aria-label="Range of days" className="flex flex-col gap-2">
        <p className="text-13 text-text-2">Days of {timeZone}</p>
        <ul className="flex flex-wrap gap-1.5">
          {PRESETS.map((days) => (
            <li key={days}>
              <TagLink to={`?days=${days}`} current={range.days === days}>
                {days === 365 ? 'A year' : `${days} days`}
              </TagLink>
            </li>
          ))}
        </ul>
      </nav>
      <form onSubmit={submit} aria-label="Choose days" className="flex flex-wrap items-end gap-3">
        <TextField name="from" label="First day" type="date" required defaultValue={range.from} />
        <TextField name="to" label="Last day" type="date" required error={error} defaultValue={range.to} />
        <Button type="submit" icon={CalendarDays}>
          Show
        </Button>
      </form>
    </div>
  )
}
