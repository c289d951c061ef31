import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import type { Role } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'
import { signInRequired } from '#src/server/http/app-error.ts'
import type { Authenticate, Viewer } from '#src/server/http/request-context.ts'
import {
  deleteEndedSessions,
  deleteSession,
  findSession,
  forgetOldAddresses,
  insertSession,
  rememberAddress,
  renewSession,
  touchSession,
} from './accounts.queries.ts'

const DAY = 86_400
/** The longest pause between two requests of one session. */
export const IDLE_SECONDS = 14 * DAY
const ABSOLUTE_SECONDS = 31 * DAY
const ADDRESS_DAYS = 90
/** How stale `last_seen_at` may become before a request writes it again. */
const TOUCH_MS = 5 * 60_000

interface Renewed {
  readonly secondFactor: boolean
}

interface Begun extends Renewed {
  /** What the password was compared with, when it was one that opened the account. */
  readonly passwordHash?: string
}

export interface Sessions {
  readonly authenticate: Authenticate
  /**
   * Starts a new session, ends the one that the browser had, and sets the cookie. Throws SIGN_IN_REQUIRED when the
   * account was suspended or its password changed meanwhile.
   */
  begin(userId: string, request: FastifyRequest, reply: FastifyReply, how: Begun): Promise<void>
  /** After a new proof: the session goes on under a new token and counts as fresh. */
  renew(sessionId: string, reply: FastifyReply, how: Renewed): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Forgets the sessions that are over. */
  sweep(): Promise<void>
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

export function createSessions(db: Db, { https }: { https: boolean }): Sessions {
  // Browsers accept the __Host- prefix on https only.
  const cookie = https ? '__Host-session' : 'session'
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const
  const tokenOf = (request: FastifyRequest) => request.cookies[cookie]
  const known = new WeakMap<FastifyRequest, Promise<Viewer | null>>()

  const read = async (token: string): Promise<Viewer | null> => {
    const tokenHash = hashToken(token)
    const row = await findSession(db, tokenHash, IDLE_SECONDS)
    if (row === undefined) return null
    if (Date.now() - row.last_seen_at.getTime() > TOUCH_MS) await touchSession(db, tokenHash)
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as Role,
      emailVerified: row.email_verified_at !== null,
      hasSecondFactor: row.has_second_factor,
      deletionDueAt: row.deletion_due_at,
      credential: {
        kind: 'session',
        sessionId: row.session_id,
        authenticatedAt: row.authenticated_at,
        secondFactorAt: row.second_factor_at,
      },
    }
  }

  return {
    authenticate(request) {
      const token = tokenOf(request)
      if (token === undefined || token === '') return Promise.resolve(null)
      const viewer = known.get(request) ?? read(token)
      known.set(request, viewer)
      return viewer
    },
    async begin(userId, request, reply, { secondFactor, passwordHash }) {
      const previous = tokenOf(request)
      if (previous !== undefined) await deleteSession(db, hashToken(previous))
      const token = randomBytes(32).toString('base64url')
      const begun = await insertSession(db, {
        tokenHash: hashToken(token),
        userId,
        expiresAt: new Date(Date.now() + ABSOLUTE_SECONDS * 1000),
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
        address: request.ip,
        secondFactor,
        passwordHash,
      })
      if (!begun) throw signInRequired()
      await rememberAddress(db, userId, subscriberOf(request.ip))
      reply.setCookie(cookie, token, { ...cookieOptions, maxAge: ABSOLUTE_SECONDS })
    },
    async renew(sessionId, reply, { secondFactor }) {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + ABSOLUTE_SECONDS * 1000)
      if (!(await renewSession(db, sessionId, { tokenHash: hashToken(token), expiresAt, secondFactor })))
        throw signInRequired()
      reply.setCookie(cookie, token, { ...cookieOptions, maxAge: ABSOLUTE_SECONDS })
    },
    async end(request, reply) {
      const token = tokenOf(request)
      if (token !== undefined) await deleteSession(db, hashToken(token))
      reply.clearCookie(cookie, cookieOptions)
    },
    async sweep() {
      await deleteEndedSessions(db, IDLE_SECONDS)
      await forgetOldAddresses(db, ADDRESS_DAYS)
    },
  }
}
