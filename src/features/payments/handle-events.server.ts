import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { kindOf, type ProviderObject } from './event-kinds.ts'
import {
  beginSweep,
  type ClaimedEvent,
  claimEvents,
  insertEvent,
  setFailed,
  setHandled,
  setSwept,
} from './events.queries.ts'
import { countFailedTry } from './failed-tries.server.ts'
import type { PaymentProvider } from './provider.ts'

/** Marks an event as handled: called in the transaction that writes its effect, so that there is both or neither. */
export type Mark = (transaction: Db) => Promise<void>

export const noMark: Mark = () => Promise.resolve()

/**
 * Brings what we have of an object in line with what the provider has. A provider tells the same with several events,
 * so a second call must change nothing. It throws for what is to be tried again later, such as an event that overtook
 * the commit of our own row.
 */
export type HandleObject = (kind: ProviderObject, id: string, mark?: Mark) => Promise<void>

interface EventDeps {
  readonly db: Db
  readonly provider: PaymentProvider
  readonly handle: HandleObject
  readonly log: Pick<Logger, 'warn'>
}

const BATCH = 100
const AT_ONCE = 3
const MAX_TRIES = 20
const LONGEST_PAUSE_S = 3600

/** 1 s, 2 s, 4 s … an hour; 20 tries take about eight hours. */
const pauseAfter = (tries: number): number | null =>
  tries >= MAX_TRIES ? null : Math.min(2 ** (tries - 1), LONGEST_PAUSE_S)

const FAILED_TRIES: Readonly<Record<string, 'intent' | 'setup'>> = {
  'payment_intent.payment_failed': 'intent',
  'setup_intent.setup_failed': 'setup',
}

async function handleOne({ db, provider, handle, log }: EventDeps, event: ClaimedEvent): Promise<boolean> {
  const kind = kindOf(event.type)
  let isMarked = false
  const mark: Mark = async (transaction) => {
    await setHandled(transaction, provider.name, event.id)
    isMarked = true
  }
  const failed = FAILED_TRIES[event.type]
  try {
    if (failed !== undefined)
      await countFailedTry({ db, provider }, { eventId: event.id, kind: failed, id: event.object_id })
    // A charge without a payment is none of ours.
    if (kind !== undefined && event.object_id !== '') await handle(kind, event.object_id, mark)
    // Nothing was to be written of it.
    if (!isMarked) await mark(db)
    return true
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const isTriedAgain = await setFailed(db, provider.name, event.id, reason.slice(0, 500), pauseAfter(event.tries))
    // Its effect is written; what was to follow is left to the sweeps.
    if (!isTriedAgain) log.warn({ err: error, event: event.id }, 'What follows a handled event has failed')
    return false
  }
}

/** Handles what is due; answers how many were handled. */
export async function handleDueEvents(deps: EventDeps): Promise<number> {
  let handled = 0
  for (;;) {
    const events = await claimEvents(deps.db, deps.provider.name, BATCH)
    const waiting = [...events]
    const strand = async () => {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift())
        if (await handleOne(deps, event)) handled += 1
    }
    await Promise.all(Array.from({ length: AT_ONCE }, strand))
    if (events.length < BATCH) return handled
  }
}

const SWEEP_MINUTES = 15
/** Events are listed some time after they happen. */
const OVERLAP_MS = 3_600_000

/** Asks the provider for events whose webhooks may have been lost, at most every quarter of an hour. */
export async function sweepEvents({ db, provider }: Pick<EventDeps, 'db' | 'provider'>): Promise<void> {
  const sweptTo = await beginSweep(db, provider.name, SWEEP_MINUTES)
  if (sweptTo === undefined) return
  const since = new Date(sweptTo.getTime() - OVERLAP_MS)
  for (let after: string | undefined; ; ) {
    const events = await provider.listEvents({ since, ...(after !== undefined && { after }) })
    const last = events.at(-1)
    if (last === undefined) return
    for (const event of events) await insertEvent(db, provider.name, event)
    await setSwept(db, provider.name, last.createdAt)
    after = last.id
  }
}

const EVERY_MS = 1000

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startPaymentEvents = (deps: EventDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat(
    'Handling what the payment provider told us',
    EVERY_MS,
    async () => {
      await sweepEvents(deps)
      await handleDueEvents(deps)
    },
    deps.log,
  )
