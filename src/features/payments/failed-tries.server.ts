import type { Db } from '#src/server/database.ts'
import { tooManyRequests } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { findPayer, noteFailedTry, type Payer, waitOf } from './failed-tries.queries.ts'
import { type PaymentProvider, ProviderRefusedError } from './provider.ts'

// A card is tried at the form of whoever takes the payment, and with Stripe that is not ours: we hear of it by events.

export const tooManyCards = (wait: number) => tooManyRequests(wait, 'Too many cards were tried. Wait half an hour.')

/** Throws 429 for whoever had too many cards refused. */
async function assertMayTryCards(db: Db, payer: Payer): Promise<void> {
  const wait = await waitOf(db, payer)
  if (wait > 0) throw tooManyCards(wait)
}

/** Before a form for cards is opened: whoever tries them in bulk needs many forms, or many tries at one. */
export function cardFormLimit(db: Db, limiter: Limiter, name: string) {
  const [limit, limitAddress] = [limitWith(limiter), limitAddressWith(limiter)]
  const limits = [limit('6/min', name), limit('20/h', name), limitAddress('12/min', name), limitAddress('60/h', name)]
  return async (asked: Asked & { readonly user: Viewer }): Promise<void> => {
    for (const take of limits) take(asked)
    await assertMayTryCards(db, { userId: asked.user.id, address: asked.address })
  }
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
