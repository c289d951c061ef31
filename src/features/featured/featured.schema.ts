import { FxnCard, Pricing } from '#src/features/catalog/catalog.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** More than a page can show well. */
export const MAX_FEATURED = 6

export const FeaturedTool = z.object({
  fxn: FxnCard,
  pricing: Pricing,
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

/** One of the choices, as admins see them. */
export const FeaturedChoice = z.object({
  id: z.uuid(),
  tool: z.object({ slug: z.string(), title: z.string(), status: z.enum(['draft', 'published', 'hidden', 'deleted']) }),
  startsAt: z.string(),
  /** Null: until somebody ends it. */
  endsAt: z.string().nullable(),
  state: z.enum(['now', 'later', 'ended']),
  chosenBy: z.string().nullable(),
})
export type FeaturedChoice = z.infer<typeof FeaturedChoice>

const Moment = z.iso.datetime({ offset: true, error: 'Enter a date and a time' })
const ById = z.strictObject({ id: z.uuid() })
const Choices = z.object({ choices: z.array(FeaturedChoice) })
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

/** Each answers with the list as it is then. */
export const featuredAdminContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/featured',
    summary: 'Chosen tools in their order, also those to come and the latest that have ended',
    answer: Choices,
    errors: FOR_ADMINS,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/featured',
    summary: 'Choose a tool; it comes last',
    body: z.strictObject({
      tool: z.string('Enter the address of a tool').trim().min(1, 'Enter the address of a tool').max(300),
      startsAt: Moment.nullable().default(null),
      endsAt: Moment.nullable().default(null),
    }),
    answer: Choices,
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'GONE', 'OWN_CASE', 'ALREADY_FEATURED', 'INVALID_INPUT'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/admin/featured/:id/move',
    summary: 'Bring a chosen tool one place forward or back',
    params: ById,
    body: z.strictObject({ direction: z.enum(['forward', 'back']) }),
    answer: Choices,
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'OWN_CASE'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/admin/featured/:id',
    summary: 'End a choice now',
    params: ById,
    answer: Choices,
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
}
