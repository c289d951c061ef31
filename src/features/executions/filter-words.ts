import { MAX_RUN_KEY } from '#src/lib/run-key.ts'
import type { ExecutionFilter } from './executions.schema.ts'
import { STATUS_WORDS, statusIn } from './run-words.ts'

const FIELDS = ['status', 'from', 'to', 'text', 'key'] as const
const MAX_TEXT = 200

function instantIn(text: string | null): string | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** What the address of the page asks for; what cannot be asked is left out. */
export function filterIn(search: URLSearchParams): ExecutionFilter {
  const text = search.get('text')?.trim().slice(0, MAX_TEXT)
  const key = search.get('key')?.slice(0, MAX_RUN_KEY)
  return present({
    status: statusIn(search.get('status')),
    from: instantIn(search.get('from')),
    to: instantIn(search.get('to')),
    text: text === '' ? undefined : text,
    key: key === '' ? undefined : key,
  })
}

const present = (filter: Partial<Record<keyof ExecutionFilter, string | undefined>>): ExecutionFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

/** The query string of a filter, in an order that does not change. */
export function toSearch(filter: ExecutionFilter): string {
  const search = new URLSearchParams()
  for (const field of FIELDS) if (filter[field] !== undefined) search.set(field, filter[field])
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const isEmptyFilter = (filter: ExecutionFilter): boolean => Object.keys(filter).length === 0

/** An instant as the value of a datetime-local field, in the zone of whoever looks. */
export function toLocalField(instant: string | undefined): string {
  if (instant === undefined) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant that somebody has typed into such a field. */
export const fromLocalField = (value: string): string | undefined => instantIn(value === '' ? null : value)

/** "failed, after 1 March 2026 at 12:00, with “timeout” in its error": what was looked for. */
export function filterText(filter: ExecutionFilter, format: (instant: string) => string): string {
  const { status, from, to, text, key } = filter
  return [
    ...(status === undefined ? [] : [STATUS_WORDS[status].toLowerCase()]),
    ...(from === undefined ? [] : [`accepted from ${format(from)} on`]),
    ...(to === undefined ? [] : [`accepted before ${format(to)}`]),
    ...(text === undefined ? [] : [`with “${text}” in its error`]),
    ...(key === undefined ? [] : [`with the key “${key}”`]),
  ].join(', ')
}
