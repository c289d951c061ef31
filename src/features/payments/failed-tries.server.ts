import type { Db } from '#src/server/database.ts'
import { tooManyRequests } from '#src/server/http/app-error.ts'
import { findPayer, noteFailedTry, type Payer, waitOf } from './failed-tries.queries.ts'
import { type PaymentProvider, ProviderRefusedError } from './provider.ts'

// A card is tried at the form of whoever takes the payment, and with Stripe that is not ours: we hear of it by events.

export const tooManyCards = (wait: number) => tooManyRequests(wait, 'Too many cards were tried. Wait half an hour.')

/** Throws 429 for whoever had too many cards refused. Before a form is opened. */
export async function assertMayTryCards(db: Db, payer: Payer): Promise<void> {
  const wait = await waitOf(db, payer)
  if (wait > 0) throw tooManyCards(wait)
}

interface Deps {
  readonly db: Db
  readonly provider: PaymentProvider
}

interface FailedTry {
  readonly eventId: string
  readonly kind: 'intent' | 'setup'
  /** Of the intent or the setup. */
  readonly id: string
}

/** Counts a card that was refused at a form; too many close it. */
export async function countFailedTry({ db, provider }: Deps, { eventId, kind, id }: FailedTry): Promise<void> {
  const payer = await findPayer(db, id)
  if (payer === undefined) return
  await noteFailedTry(db, eventId, payer)
  if ((await waitOf(db, payer)) === 0) return
  const key = `too-many-cards:${id}`
  try {
    await (kind === 'intent' ? provider.cancelIntent(id, key) : provider.cancelSetup(id, key))
  } catch (error) {
    // It was paid meanwhile, or is closed already.
    if (!(error instanceof ProviderRefusedError)) throw error
  }
}
