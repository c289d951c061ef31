import type { Db } from '#src/server/database.ts'
import { EnvError } from '#src/server/env-values.ts'
import type { Logger } from '#src/server/log.ts'
import { setMoneyMode } from './money-mode.queries.ts'

interface Starting {
  readonly db: Db
  readonly log: Pick<Logger, 'warn'>
  readonly livemode: boolean
  readonly production: boolean
}

/**
 * Each start says which money counts. It is the same for everybody who uses this database, so that only a production
 * server may close what real money opened.
 */
export async function enterMoneyMode({ db, log, livemode, production }: Starting): Promise<void> {
  if (await setMoneyMode(db, livemode, { mayLeaveReal: production }))
    log.warn(
      { livemode },
      `From here on ${livemode ? 'real' : 'test'} money counts, for everybody who uses this database`,
    )
  const { livemode: counts } = await db.selectFrom('money_mode').select('livemode').executeTakeFirstOrThrow()
  if (counts !== livemode)
    throw new EnvError(
      'Real money counts in this database. Only with NODE_ENV=production can a server go back to test money.',
    )
}
