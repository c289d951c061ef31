import { randomBytes } from 'node:crypto'
import type { Place, SecretBox } from '#src/server/crypto/secret-box.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { listenFor, setHookSecret, setSigningSecret, stopListening } from './hook-settings.queries.ts'
import { LISTEN_MINUTES, webhooksContract } from './webhooks.schema.ts'

interface HookSettingsDeps {
  readonly db: Db
  readonly secretBox: SecretBox
}

export const signingSecretPlace = (workflowId: string): Place => ({
  table: 'workflow',
  column: 'hook_signing_secret',
  // An address may spell the id with capitals.
  row: workflowId.toLowerCase(),
})

const newSecret = () => randomBytes(24).toString('base64url')

const assertOwn = (isOwn: boolean) => assertFound(isOwn ? true : undefined, 'workflow')

/** What the editor changes about a webhook beside the draft: it holds at once, and no version or export holds it. */
export const hookSettingsRoutes = ({ db, secretBox }: HookSettingsDeps): Route[] => [
  route(webhooksContract.listen, [signedIn], async ({ user, params }) => {
    const until = await listenFor(db, user.id, params.id, LISTEN_MINUTES)
    assertFound(until, 'workflow')
    return { listensUntil: until.toISOString() }
  }),
  route(webhooksContract.stopListening, [signedIn], async ({ user, params }) => {
    assertOwn(await stopListening(db, user.id, params.id))
    return { ok: true as const }
  }),
  route(webhooksContract.renewAddress, [signedIn], async ({ user, params }) => {
    const secret = newSecret()
    assertOwn(await setHookSecret(db, user.id, params.id, secret))
    return { hookPath: `/hooks/${params.id}/${secret}` }
  }),
  route(webhooksContract.setSigningSecret, [signedIn], async ({ user, params, body }) => {
    const secret = body.secret ?? newSecret()
    const sealed = secretBox.seal(Buffer.from(secret), signingSecretPlace(params.id))
    assertOwn(await setSigningSecret(db, user.id, params.id, sealed))
    return { secret }
  }),
]
