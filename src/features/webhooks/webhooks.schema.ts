import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** For how long the test address answers after the editor has asked for it. */
export const LISTEN_MINUTES = 5

const ById = z.strictObject({ id: z.uuid() })
const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']
const SigningSecret = z
  .string()
  .min(8, 'The secret needs at least 8 characters')
  .max(200)
  .regex(/^[\x20-\x7e]+$/, 'The secret has letters, digits and punctuation only')

export const webhooksContract = {
  listen: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/listen',
    summary: `Let the test address of the webhook start the draft, for ${LISTEN_MINUTES} minutes`,
    params: ById,
    answer: z.object({ listensUntil: z.string() }),
    errors,
  }),
  stopListening: endpoint({
    method: 'DELETE',
    path: '/api/workflows/:id/listen',
    summary: 'Let the test address answer no longer',
    params: ById,
    answer: z.object({ ok: z.literal(true) }),
    errors,
  }),
  renewAddress: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/hook-secret',
    summary: 'Give the webhook a new address; the old one stops answering at once',
    params: ById,
    answer: z.object({ hookPath: z.string() }),
    errors,
  }),
  setSigningSecret: endpoint({
    method: 'PUT',
    path: '/api/workflows/:id/signing-secret',
    summary: 'Set what requests to the webhook are signed with; without a secret one is made. It is shown this once.',
    params: ById,
    body: z.strictObject({ secret: SigningSecret.optional() }),
    answer: z.object({ secret: z.string() }),
    errors: [...errors, 'INVALID_INPUT'],
    replay: false,
  }),
}
