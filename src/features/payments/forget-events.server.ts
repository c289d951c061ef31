import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { forgetEvents } from './events.queries.ts'

const EVERY_MS = 600_000

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startForgettingEvents = ({ db, log }: { readonly db: Db; readonly log: Logger }): (() => Promise<void>) =>
  repeat(
    'Forgetting what the payment provider told us long ago',
    EVERY_MS,
    async () => void (await forgetEvents(db)),
    log,
  )
