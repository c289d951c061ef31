import { User } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/)

/** What every answer of an authenticator has, as browsers hand it over (WebAuthn level 3, section 5.1.8). */
const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()),
}

const Assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.optional(),
  }),
})

const Attestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    authenticatorData: Base64Url.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: Base64Url.optional(),
  }),
})

const Token = z.string().min(1).max(100)

/** A signature of a passkey, with the token of the challenge that it signed. */
export const PasskeyProof = z.strictObject({ challenge: Token, response: Assertion })
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** A new key, with the token of the challenge that it was made for. */
const NewPasskeyProof = z.strictObject({ challenge: Token, response: Attestation })
export type NewPasskeyProof = z.infer<typeof NewPasskeyProof>

/** What the authenticator is to sign: `options` go to the browser as they are, `challenge` comes back with the answer. */
export const PasskeyQuestion = z.object({ challenge: z.string(), options: z.record(z.string(), z.unknown()) })
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>

const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Kept by a password manager or a platform account, so that it survives the device. */
  backedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const Name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(100, 'Name must be at most 100 characters')
const Params = z.strictObject({ id: z.uuid() })

export const passkeysContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/passkeys',
    summary: 'Your passkeys',
    answer: z.object({ passkeys: z.array(Passkey) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/passkeys/options',
    summary: 'What a new passkey has to be made from',
    answer: PasskeyQuestion,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'TOO_MANY_PASSKEYS'],
    replay: false,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/api/passkeys',
    summary: 'Add a passkey; the first second factor of an account also answers its recovery codes, once',
    body: NewPasskeyProof.extend({ name: Name }),
    answer: z.object({ passkey: Passkey, recoveryCodes: z.array(z.string()).nullable() }),
    status: 201,
    errors: [
      'FRESH_SIGN_IN_REQUIRED',
      'CHALLENGE_EXPIRED',
      'PASSKEY_NOT_ACCEPTED',
      'PASSKEY_EXISTS',
      'TOO_MANY_PASSKEYS',
    ],
    replay: false,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/passkeys/:id',
    summary: 'Give a passkey another name',
    params: Params,
    body: z.strictObject({ name: Name }),
    answer: Passkey,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/passkeys/:id',
    summary: 'Remove a passkey',
    params: Params,
    answer: z.object({ ok: z.literal(true) }),
    errors: ['FRESH_SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/login/passkey/options',
    summary: 'What a passkey has to sign to sign in; with a challenge of POST /api/login, as the second step of it',
    body: z.strictObject({ challenge: Token.optional() }),
    answer: PasskeyQuestion,
    errors: ['CHALLENGE_EXPIRED', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Sign in with a passkey, which counts as both factors; sets the session cookie',
    body: PasskeyProof,
    answer: User,
    errors: ['PASSKEY_REFUSED', 'CHALLENGE_EXPIRED', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
}
