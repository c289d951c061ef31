import { repeat } from '#src/engine/repeat.ts'
import { releaseAllShares } from '#src/features/checkout/money-chores.server.ts'
import type { Till } from '#src/features/checkout/till.ts'
import type { ProviderObject } from '#src/features/payments/event-kinds.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import type { Logger } from '#src/server/log.ts'
import { applyTransfer, plan, send } from './pay-out.server.ts'
import { currentPayee, refreshPayee } from './payees.server.ts'
import { mondayOf } from './payout-rules.ts'
import { beginRun, endRun, listDue, listUnpaid } from './payouts.queries.ts'

const BATCH = 100
const EVERY_MS = 300_000

/** True for what concerns payouts; false for what somebody else follows. */
export async function followPayout(
  till: Till,
  kind: ProviderObject,
  id: string,
  mark: Mark = noMark,
): Promise<boolean> {
  if (kind === 'payee') await refreshPayee(till, id, mark)
  else if (kind === 'transfer') await applyTransfer(till, await till.provider.getTransfer(id), mark)
  else return false
  return true
}

/** One who fails must not keep the others waiting; they are looked at again by the next run. */
async function each(till: Till, ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<boolean> {
  let allDone = true
  for (const id of ids)
    await work(id).catch((err: unknown) => {
      allDone = false
      till.log.warn({ err, id }, 'a payout')
    })
  return allDone
}

/** Pays everybody once for the week that began on this Monday, however often it is called. */
export async function runWeek(till: Till): Promise<void> {
  const { db, provider, now } = till
  const period = mondayOf(now()).toISOString().slice(0, 10)
  if ((await beginRun(db, provider.livemode, period, now())) === undefined) return
  await releaseAllShares(till)
  for (;;) {
    const creators = await listUnpaid(db, provider.livemode, period, BATCH)
    const allDone = await each(till, creators, async (creatorId) => {
      await currentPayee(till, creatorId)
      const payout = await plan(till, creatorId, period)
      if (payout !== undefined) await send(till, payout.id)
    })
    if (!allDone) return
    if (creators.length < BATCH) break
  }
  await endRun(db, provider.livemode, period, now())
}

/** Asks again about whatever is under way. */
export async function sendDue(till: Till): Promise<void> {
  const due = await listDue(till.db, till.provider, till.now(), BATCH)
  await each(
    till,
    due.map(({ id }) => id),
    (id) => send(till, id),
  )
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startPayouts = (till: Till, log: Logger): (() => Promise<void>) =>
  repeat(
    'Paying creators',
    EVERY_MS,
    async () => {
      await sendDue(till)
      await runWeek(till)
    },
    log,
  )
