import { endpoint, SCOPES } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const MAX_KEYS = 50
/** Days until a key ends; null: until it is revoked. */
export const KEY_LIVES = [30, 90, 365, null] as const

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the key: "ftl_Xy3k…" */
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const NewApiKey = z.strictObject({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(100, 'Name must be at most 100 characters'),
  scopes: z
    .array(z.enum(SCOPES, 'There is no such permission'), 'Choose what the key may do')
    .min(1, 'Choose what the key may do')
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  expiresInDays: z.literal([...KEY_LIVES], 'Choose 30, 90 or 365 days, or null').default(null),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const apiKeysContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/keys',
    summary: 'My API keys',
    answer: z.object({ keys: z.array(ApiKey) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/keys',
    summary: 'Make an API key; the answer shows it this once',
    body: NewApiKey,
    answer: z.object({ key: ApiKey, token: z.string() }),
    status: 201,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'KEY_LIMIT_REACHED', 'INVALID_INPUT'],
    // The answer holds the key, and answers that are kept for repeats are kept as text.
    replay: false,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/keys/:id',
    summary: 'Revoke an API key',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ revoked: z.literal(true) }),
    errors: ['NOT_FOUND'],
  }),
}
