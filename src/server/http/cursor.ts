import { isUuid } from '#src/lib/ids.ts'
import { invalidRequest } from './app-error.ts'

export interface Position {
  /** The time as PostgreSQL writes it: a Date would lose the microseconds and with them rows. */
  readonly at: string
  readonly id: string
}

/** Where the next page begins: the sort key of the last row, opaque to callers. */
export const encodeCursor = ({ at, id }: Position): string => Buffer.from(`${id} ${at}`).toString('base64url')

export function decodeCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const [id = '', ...at] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const position = { id, at: at.join(' ') }
  if (!isUuid(id) || Number.isNaN(Date.parse(position.at))) throw invalidRequest('This cursor is not one of ours')
  return position
}
