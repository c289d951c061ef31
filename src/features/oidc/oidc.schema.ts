import { User } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Departure = z.object({
  /** Where the browser goes. */
  url: z.string(),
  /** Kept by the browser and handed back with what the provider answered. */
  proof: z.string(),
})

const Return = z.strictObject({
  /** The query with which the provider sent the browser back to /auth. */
  query: z.string().min(1).max(8000),
  proof: z.string().min(1).max(100),
})

export const LinkedProvider = z.object({
  id: z.uuid(),
  email: z.string(),
  linkedAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type LinkedProvider = z.infer<typeof LinkedProvider>

export const oidcContract = {
  available: endpoint({
    method: 'GET',
    path: '/api/sign-in/provider',
    summary: 'Which other provider people can sign in with',
    answer: z.object({ provider: z.object({ name: z.string() }).nullable() }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/sign-in/provider',
    summary: 'Begin to sign in with the other provider',
    answer: Departure,
    errors: ['PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/sign-in/provider/finish',
    summary: 'Sign in with what the other provider answered',
    body: Return,
    answer: User,
    errors: ['PROVIDER_REFUSED', 'EMAIL_IN_USE', 'MFA_REQUIRED', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  linked: endpoint({
    method: 'GET',
    path: '/api/account/providers',
    summary: 'Providers that I can sign in with',
    answer: z.object({ provider: z.object({ name: z.string() }).nullable(), linked: z.array(LinkedProvider) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  startLinking: endpoint({
    method: 'POST',
    path: '/api/account/providers',
    summary: 'Begin to link the other provider with my account',
    answer: Departure,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'PROVIDER_UNAVAILABLE'],
    replay: false,
  }),
  finishLinking: endpoint({
    method: 'POST',
    path: '/api/account/providers/finish',
    summary: 'Link the provider that has just answered',
    body: Return,
    answer: z.object({ linked: z.literal(true) }),
    errors: ['PROVIDER_REFUSED', 'PROVIDER_IN_USE'],
    replay: false,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/api/account/providers/:id',
    summary: 'Stop signing in with a provider',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ unlinked: z.literal(true) }),
    errors: ['FRESH_SIGN_IN_REQUIRED', 'LAST_SIGN_IN_METHOD', 'NOT_FOUND'],
  }),
}
