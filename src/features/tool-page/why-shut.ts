import type { PageServices } from '#src/client/request-context.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { checkoutContract } from '#src/features/checkout/checkout.schema.ts'

type Sold = Pick<Fxn, 'id' | 'accessTier' | 'pricing'>

/** Whether they may could not be found out, which counts as no access and is told as what it is. */
const CHECK_FAILED = 'CHECK_FAILED'

/** Why this person may not use a tool; undefined when they may. */
export async function whyShut({ call }: Pick<PageServices, 'call'>, fxn: Sold): Promise<string | undefined> {
  if (fxn.accessTier === 'free' && fxn.pricing.pricingModel === 'free') return undefined
  try {
    const { hasAccess, reason } = await call<typeof checkoutContract.checkAccess>(
      'GET',
      '/api/marketplace/check-access/:id',
      { params: { id: fxn.id } },
    )
    return hasAccess ? undefined : reason
  } catch {
    return CHECK_FAILED
  }
}
