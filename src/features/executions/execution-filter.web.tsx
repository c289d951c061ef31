import { Filter } from 'lucide-react'
import { type SubmitEvent, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { TagLink } from '#src/ui/badge.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { ExecutionFilter } from './executions.schema.ts'
import { fromLocalField, isEmptyFilter, toLocalField, toSearch } from './filter-words.ts'
import { STATUS_WORDS } from './run-words.ts'

const neverChanges = () => () => undefined
/** Only the browser knows the zone of whoever looks. */
const useKnowsZone = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Writes an instant as whoever looks would; the server, which cannot know, in UTC. */
export function useInstantText(): (instant: string) => string {
  const knowsZone = useKnowsZone()
  return (instant) => (knowsZone ? local.format(new Date(instant)) : `${utc.format(new Date(instant))} UTC`)
}

interface FilterBarProps {
  /** Of the list, without a query. */
  readonly address: string
  readonly filter: ExecutionFilter
}

/** Everything that is chosen here is part of the address, so Back undoes it and a link keeps it. */
export const ExecutionFilterBar = ({ address, filter }: FilterBarProps) => (
  <div className="flex flex-col gap-4">
    <StatusFilter address={address} filter={filter} />
    <FilterForm address={address} filter={filter} />
  </div>
)

function StatusFilter({ address, filter }: FilterBarProps) {
  const { status: current, ...rest } = filter
  return (
    <nav aria-label="Filter by status">
      <ul className="flex flex-wrap gap-1.5">
        <li>
          <TagLink to={address + toSearch(rest)} current={current === undefined}>
            All
          </TagLink>
        </li>
        {Object.entries(STATUS_WORDS).map(([status, word]) => (
          <li key={status}>
            <TagLink
              to={address + toSearch({ ...rest, status: status as keyof typeof STATUS_WORDS })}
              current={current === status}
            >
              {word}
            </TagLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The instant that was typed, or the former one where the field still shows it: its zone may have been another. */
const instantOf = (shown: string, former: string | undefined) =>
  former !== undefined && shown === toLocalField(former) ? former : fromLocalField(shown)

function FilterForm({ address, filter }: FilterBarProps) {
  const navigate = useNavigate()
  const knowsZone = useKnowsZone()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = (name: string) => String(data.get(name) ?? '').trim()
    const next = {
      status: filter.status,
      from: instantOf(typed('from'), filter.from),
      to: instantOf(typed('to'), filter.to),
      text: typed('text') || undefined,
      key: typed('key') || undefined,
    }
    void navigate(address + toSearch(next), { preventScrollReset: true })
  }
  const at = (instant: string | undefined) => (knowsZone ? toLocalField(instant) : '')
  const { status: _, ...others } = filter
  const [isOpen, setOpen] = useState(!isEmptyFilter(others))
  return (
    <search className="flex flex-col items-start gap-3">
      {/* On a phone four fields would push the list out of sight. */}
      <Button
        size="dense"
        icon={Filter}
        aria-expanded={isOpen}
        aria-controls="execution-filter"
        className="sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        Time, words or key
      </Button>
      <form
        id="execution-filter"
        // What the address says now is what the fields begin with.
        key={`${toSearch(filter)} ${knowsZone}`}
        aria-label="Filter executions"
        onSubmit={submit}
        className={classNames(
          'grid w-full items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr_1fr_auto]',
          !isOpen && 'max-sm:hidden',
        )}
      >
        <TextField name="from" label="From" type="datetime-local" defaultValue={at(filter.from)} />
        <TextField name="to" label="Before" type="datetime-local" defaultValue={at(filter.to)} />
        <TextField
          name="text"
          label="Words of the error"
          placeholder="timeout"
          defaultValue={filter.text ?? ''}
          maxLength={200}
        />
        <TextField name="key" label="Key" placeholder="order-4711" defaultValue={filter.key ?? ''} maxLength={200} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" icon={Filter}>
            Filter
          </Button>
          {isEmptyFilter(filter) ? null : (
            <ButtonLink to={address} variant="ghost" preventScrollReset>
              Clear filters
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
