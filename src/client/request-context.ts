import { createContext } from 'react-router'
import type { AnswerOf, Endpoint, InputOf } from '#src/lib/contract.ts'
import type { Role } from '#src/lib/roles.ts'

export interface SignedInUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly emailVerified: boolean
  readonly hasSecondFactor: boolean
  /** ISO 8601; null for an account that stays. */
  readonly deletionDueAt: string | null
}

/** What a page loader may use. The Fastify process implements it; Vite never sees server code. */
export interface PageServices {
  readonly nonce: string
  readonly theme: 'light' | 'dark' | 'system'
  readonly sidebarCollapsed: boolean
  readonly viewer: SignedInUser | null
  /** False hides the pages under /dev. */
  readonly production: boolean
  /** Whether no money moves. */
  readonly testPayments: boolean
  /** Tax comes on top of prices in some countries. */
  readonly taxes: boolean
  /** Origin without a trailing slash. */
  readonly publicUrl: string
  /** Origin under which what strangers made is shown; undefined where it is this one. */
  readonly contentUrl: string | undefined
  /** Where people write to when something is wrong. */
  readonly supportEmail: string
  /** The OpenAPI 3.1 document of the API. */
  openApi(): Readonly<Record<string, unknown>>
  /** Writes a failure of the page into the log, beside the id of the request. */
  reportError(error: unknown): void
  /** Calls an endpoint of the API in this process, as the person who asked for the page; throws a Response. */
  call<E extends Endpoint>(method: E['method'], path: E['path'], input: InputOf<E>): Promise<AnswerOf<E>>
}

export const requestContext = createContext<PageServices>()
