import { isUuid } from '#src/lib/ids.ts'
import { invalidRequest } from './app-error.ts'

export interface Position {
  /** The time as PostgreSQL writes it: a Date would lose the microseconds and with them rows. */
  readonly at: string
  readonly id: string
}

/** Where the next page begins: the sort key of the last row, opaque to callers. */
export const encodeCursor = ({ at, id }: Position): string => Buffer.from(`${id} ${at}`).toString('base64url')

/** As PostgreSQL writes a timestamptz: 2026-01-31 12:00:00.123456+00 */
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-]\d\d(:\d\d)?$/

/** False also for a day that no month has, which Date would take for one of the next month. */
function isTime(text: string): boolean {
  const [, day = '', time = ''] = TIME.exec(text) ?? []
  const date = new Date(`${day}T${time}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}T${time}`)
}

export const decodeCursor = (cursor: string | undefined): Position | null => decode(cursor, isTime)

/** Of a list that is in order of a text, which stands where the time does otherwise. */
export const decodeTextCursor = (cursor: string | undefined): Position | null =>
  decode(cursor, (text) => !text.includes('\0'))

function decode(cursor: string | undefined, isKey: (text: string) => boolean): Position | null {
  if (cursor === undefined) return null
  const [id = '', ...at] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const position = { id, at: at.join(' ') }
  if (!isUuid(id) || !isKey(position.at)) throw invalidRequest('This cursor is not one of ours')
  return position
}
