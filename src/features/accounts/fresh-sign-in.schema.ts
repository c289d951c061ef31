import { PasskeyProof, PasskeyQuestion } from '#src/features/passkeys/passkeys.schema.ts'
import { Code, SECOND_FACTORS } from '#src/features/second-factor/second-factor.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { GivenPassword } from './accounts.schema.ts'

export const Proof = z.strictObject({
  password: GivenPassword.optional(),
  /** Of the authenticator app, or a recovery code. */
  code: Code.optional(),
  passkey: PasskeyProof.optional(),
})
export type Proof = z.infer<typeof Proof>

export const freshSignInContract = {
  methods: endpoint({
    method: 'GET',
    path: '/api/reauthenticate',
    summary: 'With what this person can prove again who they are',
    answer: z.object({ password: z.boolean(), secondFactors: z.array(z.enum(SECOND_FACTORS)) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/reauthenticate/passkey',
    summary: 'What a passkey has to sign to prove it',
    answer: PasskeyQuestion,
    errors: ['SIGN_IN_REQUIRED', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/reauthenticate',
    summary: 'Prove again who you are, by passkey or by password and second factor; renews the session cookie',
    body: Proof,
    answer: z.object({ secondFactor: z.boolean() }),
    errors: ['INVALID_CREDENTIALS', 'INVALID_CODE', 'SIGN_IN_AGAIN', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
}
