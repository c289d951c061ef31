import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { forgetAddresses } from './reports.queries.ts'

const EVERY_MS = 3600_000

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startForgettingAddresses = (db: Db, log: Logger): (() => Promise<void>) =>
  repeat('Forgetting addresses of reports', EVERY_MS, async () => void (await forgetAddresses(db)), log)
