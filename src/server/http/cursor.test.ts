import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

test.each(['2026-01-31 12:00:00.123456+00', '2026-01-31 12:00:00+05:30', '2024-02-29 23:59:59.9-03'])(
  'a cursor keeps %s to the last digit',
  (at) => {
    expect(decodeCursor(encodeCursor({ at, id }))).toEqual({ at, id })
  },
)

test.each(['1', 'now', '2026-02-30 00:00:00+00', '2026-13-01 00:00:00+00', '2026-01-31 24:00:00+00', ''])(
  'a cursor with the time %j is refused',
  (at) => {
    expect(() => decodeCursor(encodeCursor({ at, id }))).toThrow('This cursor is not one of ours')
  },
)
