import { endpoint } from '#src/lib/contract.ts'
import { SecretName } from '#src/lib/value-names.ts'
import { z } from '#src/lib/zod.ts'

export const MAX_SECRETS = 200
/** A shorter text turns up by chance, so it could not be kept out of logs without spoiling them. */
export const MIN_SECRET_LENGTH = 8
export const MAX_SECRET_LENGTH = 16_000

/** What is said about a secret. Its value is never among it. */
export const Secret = z.object({
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Secret = z.infer<typeof Secret>

const SecretValue = z
  .string('The value is required')
  .min(MIN_SECRET_LENGTH, `The value must have at least ${MIN_SECRET_LENGTH} characters`)
  .max(MAX_SECRET_LENGTH, `The value must have at most ${MAX_SECRET_LENGTH.toLocaleString('en')} characters`)
  .refine((value) => value.isWellFormed(), 'The value must be text')

const ByName = z.strictObject({ name: SecretName })

export const secretsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/secrets',
    summary: 'Names of my secrets, and when each was used',
    answer: z.object({ secrets: z.array(Secret) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/secrets/:name',
    summary: 'One of my secrets, without its value',
    params: ByName,
    answer: z.object({ secret: Secret }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/secrets/:name',
    summary: 'Store a secret, or replace its value; nobody can read it back',
    // A name that cannot be is told why, and not that it is missing.
    params: z.strictObject({ name: z.string().max(200) }),
    body: z.strictObject({ value: SecretValue }),
    answer: z.object({ secret: Secret }),
    errors: ['SIGN_IN_REQUIRED', 'SECRET_LIMIT_REACHED', 'INVALID_INPUT'],
    // A hash of the body would be kept for repeats, and a short secret can be found from its hash.
    replay: false,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/secrets/:name',
    summary: 'Delete a secret; steps that name it fail from now on',
    params: ByName,
    answer: z.object({ deleted: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}
