import type { Till } from '#src/features/checkout/till.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import { ProviderRefusedError, ProviderUnavailableError } from '#src/features/payments/provider.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { findPayee, insertPayee, type PayeeRow, updatePayee } from './payouts.queries.ts'

/** Writes down what the provider says of a payee; unknown ones are nobody's here. */
export async function refreshPayee({ db, provider, now }: Till, payeeId: string, mark: Mark = noMark): Promise<void> {
  const payee = await provider.getPayee(payeeId)
  await db.transaction().execute(async (transaction) => {
    await updatePayee(transaction, provider.name, payee, now())
    await mark(transaction)
  })
}

/**
 * What is known of somebody's account. Who is not ready is asked about again: the page may be back before the webhook,
 * and what a provider says of connected accounts may come by another way or not at all.
 */
export async function currentPayee(till: Till, userId: string): Promise<PayeeRow | undefined> {
  const known = await findPayee(till.db, userId, till.provider)
  if (known === undefined || known.ready) return known
  try {
    await refreshPayee(till, known.payee_id)
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError || error instanceof ProviderRefusedError)) throw error
  }
  return findPayee(till.db, userId, till.provider)
}

interface Onboarding {
  readonly user: Viewer
  readonly country: string
  /** Where the provider sends them back to. */
  readonly returnUrl: string
}

/** The address of the provider's page where somebody says who they are and where their money goes. */
export async function beginOnboarding(till: Till, { user, country, returnUrl }: Onboarding): Promise<string> {
  const { db, provider } = till
  const known = await findPayee(db, user.id, provider)
  if (known === undefined) {
    const key = `payee:${user.id}:${country}`
    const { id: payeeId } = await provider.createPayee({ accountId: user.id, email: user.email, country, key })
    await insertPayee(db, provider, { userId: user.id, payeeId, country, at: till.now() })
  }
  const payee = await findPayee(db, user.id, provider)
  const payeeId = payee?.payee_id ?? ''
  return (await provider.onboardingLink({ payeeId, returnUrl, refreshUrl: returnUrl })).url
}
