import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#src/lib/contract.ts'
import type { Role } from '#src/lib/roles.ts'
import type { Claim } from './idempotency.ts'

export interface SessionCredential {
  readonly kind: 'session'
  /** Public name of the session; the token is in the cookie only. */
  readonly sessionId: string
  /** When the person last proved who they are. */
  readonly authenticatedAt: Date
  /** Null when no second factor was passed in this session. */
  readonly secondFactorAt: Date | null
}

export interface KeyCredential {
  readonly kind: 'api-key'
  readonly keyId: string
  readonly scopes: readonly Scope[]
}

/** Who is asking, and with what they proved it. */
export interface Viewer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly emailVerified: boolean
  readonly hasSecondFactor: boolean
  /** When the account is going to be deleted. */
  readonly deletionDueAt: Date | null
  readonly credential: SessionCredential | KeyCredential
}

export interface Asked {
  readonly viewer: Viewer | null
  /** The address that limits are counted for. */
  readonly address: string
  readonly requestId: string
  readonly claim: Claim
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Resolves the session cookie; reads the database at most once per request. */
export type Authenticate = (request: FastifyRequest) => Promise<Viewer | null>

/** Resolves an API key; null when it is unknown, revoked, past its end, or its owner may not act. */
export type AuthenticateKey = (token: string) => Promise<Viewer | null>
