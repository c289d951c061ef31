import { repeat } from '#src/engine/repeat.ts'
import { noteCheck } from '#src/features/ledger/checks.queries.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { accessUntil, replay, type SubscriptionEvent, TransitionError } from './subscription-state.ts'
import { readHistories } from './subscriptions.queries.ts'

const BATCH = 500
const EVERY_MS = 600_000

interface Row {
  readonly id: string
  readonly status: string
  readonly had_trial: boolean
  readonly access_until: Date | null
}

/** Whether the history has only moves that the rules know, and the row says what follows from it. */
function agrees(row: Row, history: readonly SubscriptionEvent[]): boolean {
  try {
    const state = replay(history)
    return (
      state !== undefined &&
      state.status === row.status &&
      state.hadTrial === row.had_trial &&
      accessUntil(state)?.getTime() === row.access_until?.getTime()
    )
  } catch (error) {
    if (error instanceof TransitionError) return false
    throw error
  }
}

/** Looks at every subscription, and keeps for admins which of them say something else than their history. */
export async function checkHistories(db: Db, at: Date): Promise<readonly string[]> {
  const broken: string[] = []
  for (let after: string | undefined; ; ) {
    let page = db.selectFrom('subscription').select(['id', 'status', 'had_trial', 'access_until'])
    if (after !== undefined) page = page.where('id', '>', after)
    // Row and history change together: what is read of both has to be of one moment.
    const { rows, histories } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const found = await transaction.executeQuery(page.orderBy('id').limit(BATCH).compile())
        const ids = found.rows.map(({ id }) => id)
        return { rows: found.rows, histories: ids.length === 0 ? new Map() : await readHistories(transaction, ids) }
      })
    broken.push(...rows.filter((row) => !agrees(row, histories.get(row.id) ?? [])).map(({ id }) => id))
    after = rows.at(-1)?.id
    if (rows.length < BATCH) break
  }
  await noteCheck(db, {
    ...{ name: 'histories', findings: broken.length, sample: broken[0] ?? '', at },
    rule: 'Who has Pro follows from the history of their subscription, and each history from the rules',
  })
  return broken
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startHistoryChecks = (db: Db, log: Logger): (() => Promise<void>) =>
  repeat(
    'Looking at the histories of subscriptions',
    EVERY_MS,
    async () => {
      for (const subscription of await checkHistories(db, new Date()))
        log.error({ subscription }, 'A subscription is not what its history says')
    },
    log,
  )
