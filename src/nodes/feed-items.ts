import { exactJson, parseExactJson } from '#src/lib/exact-json.ts'
import { valueAt } from '#src/lib/value-at.ts'
import type { PolledEvent } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'

export interface FeedPaths {
  /** Of the list in the answer. */
  readonly items: string
  /** Of these in an item. */
  readonly id: string
  readonly time: string
}

const MAX_ITEMS = 5000

const refused = (code: string, message: string) => new NodeError({ code, message, permanent: true })

/** Milliseconds since 1970: a date as text, or seconds or milliseconds as a number. Undefined for what is no time. */
function timeOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

interface Found extends PolledEvent {
  readonly at: number
  /** As the item has it. */
  readonly time: Json
}

/** Whether this may be a number that was rounded, or hold one. */
const mayBeRounded = (id: Json | undefined): boolean =>
  typeof id === 'number' ? !Number.isSafeInteger(id) : typeof id === 'object'

/** The ids with all the digits of their numbers: rounded ones would make one item of two. */
function exactIds(list: readonly Json[], paths: FeedPaths, sent: string): readonly unknown[] {
  const ids = list.map((item) => valueAt(item, paths.id))
  if (!ids.some(mayBeRounded)) return ids
  const exact = parseExactJson(sent)
  const exactList = exact.ok ? valueAt(exact.value as Json, paths.items) : undefined
  return Array.isArray(exactList) ? exactList.map((item) => valueAt(item, paths.id)) : ids
}

function toFound(item: Json, exactId: unknown, place: number, { id: idPath, time: timePath }: FeedPaths): Found {
  const id = valueAt(item, idPath)
  if (id === undefined || id === null || id === '')
    throw refused('ITEM_WITHOUT_ID', `Item ${place + 1} of the list has nothing at “${idPath}”`)
  const time = timePath === '' ? undefined : valueAt(item, timePath)
  const at = timeOf(time)
  return {
    id: typeof id === 'string' ? id : exactJson(exactId),
    payload: { id: typeof exactId === 'bigint' ? String(exactId) : id, item },
    at: at ?? Number.NEGATIVE_INFINITY,
    time: at === undefined ? null : (time ?? null),
  }
}

/**
 * The items of an answer, the oldest first where they have times, and the last of these times as it was written. `sent`
 * is the JSON that it was read from; XML has no numbers.
 */
export function feedItems(answer: Json, paths: FeedPaths, sent = ''): { events: PolledEvent[]; latest: Json } {
  const list = valueAt(answer, paths.items)
  if (!Array.isArray(list))
    throw refused('NO_LIST', paths.items === '' ? 'The answer is no list' : `There is no list at “${paths.items}”`)
  if (list.length > MAX_ITEMS)
    throw refused('LIST_TOO_LONG', `The list has more than ${MAX_ITEMS} items; ask for the newest only`)
  const ids = exactIds(list, paths, sent)
  const found = list.map((item, place) => toFound(item, ids[place], place, paths)).sort((a, b) => compare(a.at, b.at))
  return { events: found.map(({ id, payload }) => ({ id, payload })), latest: found.at(-1)?.time ?? null }
}

// Both may be -Infinity, whose difference is no number.
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** The later of two times, as they were written; null is before all. */
export const laterOf = (a: Json, b: Json): Json =>
  (timeOf(a) ?? Number.NEGATIVE_INFINITY) > (timeOf(b) ?? Number.NEGATIVE_INFINITY) ? a : b
