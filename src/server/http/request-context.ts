import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who is asking. */
export interface Viewer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'user' | 'admin' | 'super_admin'
}

export interface Asked {
  readonly viewer: Viewer | null
  /** The address that limits are counted for. */
  readonly address: string
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Resolves the session cookie; reads the database at most once per request. */
export type Authenticate = (request: FastifyRequest) => Promise<Viewer | null>
