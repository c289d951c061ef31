import { FxnCard } from '#src/features/catalog/catalog.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** More than a page can show well. */
export const MAX_FEATURED = 6

export const FeaturedTool = z.object({
  fxn: FxnCard,
  pricing: z.object({
    pricingModel: z.enum(['free', 'one_time', 'subscription']),
    /** In cents. */
    price: z.int(),
    licenseType: z.enum(['personal', 'team', 'enterprise']),
    accessTier: z.enum(['free', 'pro']),
  }),
  creator: z.object({ name: z.string() }),
  salesCount: z.int(),
})
export type FeaturedTool = z.infer<typeof FeaturedTool>

export const featuredContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/marketplace/featured',
    scope: 'read',
    summary: 'Tools that were chosen by hand, in their order',
    answer: z.object({ tools: z.array(FeaturedTool) }),
  }),
}
