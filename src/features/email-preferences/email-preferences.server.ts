import type { FastifyInstance, FastifyRequest } from 'fastify'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import { OPTIONAL_CATEGORIES } from '#src/lib/mail-categories.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, invalidRequest, notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import { inSession, limitAddressWith, limitWith } from '#src/server/http/guards.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { readUnsubscribeToken } from '#src/server/mail/unsubscribe-token.ts'
import { findPreference, listUnwanted, setPreference } from './email-preferences.queries.ts'
import { emailPreferencesContract } from './email-preferences.schema.ts'

interface EmailPreferencesDeps {
  readonly db: Db
  readonly limiter: Limiter
  /** The one whose tokens stand in our mails. */
  readonly signer: Signer
}

const LINKS: Rate = '60/min'

/** "ada@example.com" → "a…@example.com" */
const shorten = (email: string) => email.replace(/^(.)[^@]*/u, '$1…')

async function showLink({ db, signer }: EmailPreferencesDeps, token: string) {
  const link = readUnsubscribeToken(signer, token)
  if (link === undefined) throw notFound('unsubscribe link')
  const preference = await findPreference(db, link)
  assertFound(preference, 'unsubscribe link')
  return { link, answer: { address: shorten(preference.email), category: link.category, wanted: preference.wanted } }
}

async function unsubscribe(deps: EmailPreferencesDeps, token: string) {
  const { link, answer } = await showLink(deps, token)
  await setPreference(deps.db, { ...link, wanted: false })
  return { ...answer, wanted: false }
}

export function emailPreferenceRoutes(deps: EmailPreferencesDeps): Route[] {
  const { db, limiter } = deps
  const limit = limitWith(limiter)
  const limitAddress = limitAddressWith(limiter)
  return [
    route(emailPreferencesContract.list, [inSession], async ({ user }) => {
      const unwanted = new Set((await listUnwanted(db, user.id)).map(({ category }) => category))
      return {
        email: user.email,
        emailVerified: user.emailVerified,
        preferences: OPTIONAL_CATEGORIES.map((category) => ({ category, wanted: !unwanted.has(category) })),
      }
    }),
    route(
      emailPreferencesContract.change,
      [inSession, limit('60/min', 'email preferences')],
      async ({ user, body: { category, wanted } }) => {
        await setPreference(db, { userId: user.id, category, wanted })
        return { category, wanted }
      },
    ),
    route(
      emailPreferencesContract.show,
      [limitAddress(LINKS, 'unsubscribe')],
      async ({ params }) => (await showLink(deps, params.token)).answer,
    ),
    route(emailPreferencesContract.unsubscribe, [limitAddress(LINKS, 'unsubscribe')], ({ body }) =>
      unsubscribe(deps, body.token),
    ),
  ]
}

/** What a mail program posts (RFC 8058, section 3.2); as a form of either kind. */
async function isOneClick({ body, headers }: FastifyRequest): Promise<boolean> {
  const form = new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
  const fields = await form.formData().catch(() => undefined)
  return fields?.get('List-Unsubscribe') === 'One-Click'
}

/**
 * The one-click unsubscribe of RFC 8058. A mail program sends it, without cookies or headers of ours: the signed token
 * is the proof, so the rules against other sites' forms do not apply.
 */
export function registerOneClick(app: FastifyInstance, deps: EmailPreferencesDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: 4096 }, (_request, body, done) => {
      done(null, body)
    })
    scope.post<{ Params: { token: string } }>('/api/unsubscribe/:token', async (request) => {
      const wait = deps.limiter.take(LINKS, `one-click ${subscriberOf(request.ip)}`)
      if (wait > 0) throw tooManyRequests(wait)
      if (!(await isOneClick(request))) throw invalidRequest('Send List-Unsubscribe=One-Click as a form')
      await unsubscribe(deps, request.params.token)
      return { ok: true }
    })
  })
}
