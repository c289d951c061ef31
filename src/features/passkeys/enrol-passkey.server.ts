import type { z } from 'zod'
import { challengeExpired } from '#src/features/second-factor/challenge-expired.ts'
import { insertChallenge, takeChallenge } from '#src/features/second-factor/challenges.queries.ts'
import { issueRecoveryCodes } from '#src/features/second-factor/recovery-codes.server.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict } from '#src/server/http/app-error.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { secondFactorNews } from '#src/server/notifications/security-news.ts'
import { passkeyAdded } from './passkeys.mails.ts'
import { countPasskeys, insertPasskey, listCredentials, lockOwner } from './passkeys.queries.ts'
import type { PasskeyQuestion, passkeysContract } from './passkeys.schema.ts'
import { loadWebauthn, type PasskeyDeps, toDescriptors } from './prove-passkey.server.ts'

export interface EnrolDeps extends PasskeyDeps {
  readonly queueMail: QueueMail
}

type Body = z.output<typeof passkeysContract.enrol.body & {}>

const MAX_PASSKEYS = 20
/** EdDSA, ES256 and RS256 (IANA's COSE registry): what authenticators have, and Node verifies without a flag. */
const ALGORITHMS = [-8, -7, -257]

export const tooManyPasskeys = () =>
  conflict('TOO_MANY_PASSKEYS', `There can be ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`)
export const passkeyNotAccepted = () =>
  new AppError({ code: 'PASSKEY_NOT_ACCEPTED', status: 422, message: 'This passkey could not be checked. Try again.' })
export const passkeyExists = () => conflict('PASSKEY_EXISTS', 'This passkey is in use already')

/** Asks for a new key that the authenticator does not have yet for this account. */
export async function askForNewPasskey({ db, relyingParty }: PasskeyDeps, user: Viewer): Promise<PasskeyQuestion> {
  if ((await countPasskeys(db, user.id)) >= MAX_PASSKEYS) throw tooManyPasskeys()
  const { generateRegistrationOptions } = await loadWebauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Fettle',
    rpID: relyingParty.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: toDescriptors(await listCredentials(db, user.id)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  const { challenge } = options
  const token = await insertChallenge(db, { kind: 'passkey-enrolment', userId: user.id, challenge })
  return { challenge: token, options: { ...options } }
}

/** Checks what the authenticator made and keeps its public key; the first second factor brings recovery codes. */
export async function enrolPasskey(
  deps: EnrolDeps,
  user: Viewer,
  { challenge, name, response }: Body,
  address: string,
) {
  const { db, queueMail } = deps
  const question = await takeChallenge(db, 'passkey-enrolment', challenge)
  if (question === undefined || question.user_id !== user.id) throw challengeExpired()
  const { credential, credentialBackedUp } = await check(deps, response, question.challenge ?? '')
  return db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, user.id)
    if ((await countPasskeys(transaction, user.id)) >= MAX_PASSKEYS) throw tooManyPasskeys()
    const passkey = await insertPasskey(transaction, {
      id: uuidv7(),
      userId: user.id,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
      backedUp: credentialBackedUp,
    })
    if (passkey === undefined) throw passkeyExists()
    const recoveryCodes = user.hasSecondFactor ? null : await issueRecoveryCodes(transaction, user.id)
    await queueMail(transaction, passkeyAdded, { userId: user.id }, { name })
    await notify(transaction, secondFactorNews(user.id, `The passkey “${name}” was added`))
    await appendPasskeyAudit(transaction, user.id, address, { action: 'passkey.added', name })
    return { passkey, recoveryCodes }
  })
}

async function check({ relyingParty }: EnrolDeps, { response, ...rest }: Body['response'], expectedChallenge: string) {
  const { clientDataJSON, attestationObject, transports } = response
  const { verifyRegistrationResponse } = await loadWebauthn()
  const verified = await verifyRegistrationResponse({
    response: {
      ...{ id: rest.id, rawId: rest.rawId, type: rest.type, clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (verified?.registrationInfo === undefined) throw passkeyNotAccepted()
  return verified.registrationInfo
}

export const appendPasskeyAudit = (
  db: Db,
  userId: string,
  address: string,
  { action, name }: { action: string; name: string },
): Promise<void> => appendAudit(db, { actorId: userId, action, target: `user ${userId}`, address, details: { name } })
