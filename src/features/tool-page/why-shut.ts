import type { PageServices } from '#src/client/request-context.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { checkoutContract } from '#src/features/checkout/checkout.schema.ts'

type Sold = Pick<Fxn, 'id' | 'accessTier' | 'pricing'>

/** Whether they may could not be found out, which counts as no access and is told as what it is. */
const CHECK_FAILED = 'CHECK_FAILED'

interface Standing {
  /** Why this person may not use a tool; undefined when they may. */
  readonly shut: string | undefined
  /** They may for as long as its creator lets them, and may buy it for good. */
  readonly isLent: boolean
}

const OPEN: Standing = { shut: undefined, isLent: false }

export async function whyShut({ call }: Pick<PageServices, 'call'>, fxn: Sold): Promise<Standing> {
  if (fxn.accessTier === 'free' && fxn.pricing.pricingModel === 'free') return OPEN
  try {
    const { hasAccess, reason } = await call<typeof checkoutContract.checkAccess>(
      'GET',
      '/api/marketplace/check-access/:id',
      { params: { id: fxn.id } },
    )
    if (!hasAccess) return { shut: reason, isLent: false }
    return { ...OPEN, isLent: reason === 'licensed' && fxn.accessTier === 'free' }
  } catch {
    return { shut: CHECK_FAILED, isLent: false }
  }
}
