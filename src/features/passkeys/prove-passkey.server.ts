import type { VerifyAuthenticationResponseOpts } from '@simplewebauthn/server'
import { challengeExpired } from '#src/features/second-factor/challenge-expired.ts'
import { insertChallenge, takeChallenge } from '#src/features/second-factor/challenges.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { findCredential, listCredentials, recordUse } from './passkeys.queries.ts'
import type { PasskeyProof, PasskeyQuestion } from './passkeys.schema.ts'

/** For whom passkeys are made: the host and the origin of our pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export const relyingPartyOf = (publicUrl: string): RelyingParty => ({
  id: new URL(publicUrl).hostname,
  origin: new URL(publicUrl).origin,
})

export interface PasskeyDeps {
  readonly db: Db
  readonly relyingParty: RelyingParty
}

export const passkeyRefused = () =>
  new AppError({ code: 'PASSKEY_REFUSED', status: 401, message: 'This passkey does not open this account' })

/** With the certificates that it can read it is two hundred modules, which most starts never need. */
export const loadWebauthn = () => import('@simplewebauthn/server')

const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

export const toDescriptors = (rows: readonly { credential_id: Buffer; transports: string[] }[]) =>
  rows.map(({ credential_id, transports }) => ({ id: base64Url(credential_id), transports }))

/** Asks for a passkey of one person, or of whoever is there. */
export async function askForPasskey(
  { db, relyingParty }: PasskeyDeps,
  userId: string | null,
): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    userVerification: 'required',
    ...(userId !== null && { allowCredentials: toDescriptors(await listCredentials(db, userId)) }),
  })
  const { challenge } = options
  return {
    challenge: await insertChallenge(db, { kind: 'passkey-sign-in', userId, challenge }),
    options: { ...options },
  }
}

interface Attempt {
  readonly proof: PasskeyProof
  readonly address: string
  /** Whose passkey it has to be; absent: whoever was asked. */
  readonly of?: string
}

/** The person whose passkey signed the question; throws PASSKEY_REFUSED or CHALLENGE_EXPIRED. */
export async function provePasskey({ db, relyingParty }: PasskeyDeps, attempt: Attempt): Promise<string> {
  const { address } = attempt
  const { response } = attempt.proof
  const question = await takeChallenge(db, 'passkey-sign-in', attempt.proof.challenge)
  if (question === undefined) throw challengeExpired()
  const userId = attempt.of ?? question.user_id
  const row = await findCredential(db, Buffer.from(response.id, 'base64url'))
  const refuse = async (reason: string) => {
    const owner = userId ?? row?.user_id
    if (owner !== undefined)
      await appendAudit(db, {
        actorId: null,
        action: 'passkey.failed',
        target: `user ${owner}`,
        address,
        details: { reason },
      })
    return passkeyRefused()
  }
  if (row === undefined || (userId !== null && row.user_id !== userId)) throw await refuse('not of this account')
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const verified = await verifyAuthenticationResponse({
    response: toLibrary(response),
    expectedChallenge: question.challenge ?? '',
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(row.public_key),
      counter: Number(row.counter),
      transports: row.transports,
    },
  }).catch((error: Error) => error)
  if (verified instanceof Error || !verified.verified) throw await refuse('signature or counter')
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  if (!(await recordUse(db, row.id, newCounter, credentialBackedUp))) throw await refuse('counter')
  return row.user_id
}

type LibraryResponse = VerifyAuthenticationResponseOpts['response']

const toLibrary = ({ response, ...rest }: PasskeyProof['response']): LibraryResponse => ({
  id: rest.id,
  rawId: rest.rawId,
  type: rest.type,
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle !== undefined && { userHandle: response.userHandle }),
  },
})
