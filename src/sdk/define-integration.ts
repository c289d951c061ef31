import type { z } from 'zod'
import type { Effect, PolledEvent } from './define-node.ts'
import type { Json } from './json.ts'

/**
 * How requests prove who asks. What a person connects is one of the account's secrets: the key, name:password, or the
 * access token. Who connects by OAuth 2 pastes a token until there is a page that fetches and renews one.
 */
export type IntegrationAuth =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'api-key'
      readonly in: 'header' | 'query'
      /** Of the header or the parameter. */
      readonly name: string
      /** Stands before the key: "Token ". */
      readonly prefix?: string
    }
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'oauth2'
      readonly authorizeUrl: string
      readonly tokenUrl: string
      readonly scopes: readonly string[]
    }

export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** After the base address: "/v1/orders". Encode what comes from people. */
  readonly path: string
  /** Null and undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: Json
  readonly timeoutMs?: number
}

export interface VendorResponse {
  /** Below 300: anything else is thrown. */
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON; null for none. */
  readonly body: Json
}

/** The one door of an action or a trigger: to its vendor's address, with the proof, and nowhere else. */
export interface VendorContext {
  readonly signal: AbortSignal
  /** Throws a NodeError for an answer that is none. */
  http(request: VendorRequest): Promise<VendorResponse>
}

/** Settings by name. Each has its place in the form through `field`. */
export type Settings = Readonly<Record<string, z.ZodType>>
export type ValuesOf<Input extends Settings> = { readonly [Name in keyof Input]: z.output<Input[Name]> }

export interface Action<Input extends Settings = Settings> {
  readonly title: string
  readonly description: string
  readonly input: Input
  /** What `run` gives is parsed by it, so that a vendor's change is found where it happens. */
  readonly output: z.ZodType
  /** A write is repeated after a crash with the same key, in the header that the integration names. */
  readonly effect: Exclude<Effect, 'pure'>
  run(context: VendorContext, input: ValuesOf<Input>): Promise<unknown>
}

export interface Trigger<Input extends Settings = Settings> {
  readonly title: string
  readonly description: string
  readonly input: Input
  /** Of an event's payload. */
  readonly output: z.ZodType
  /** Minutes between two looks, unless the author of a workflow chooses otherwise. */
  readonly everyMinutes: number
  /** Rules: `Poll` of define-node.ts. */
  poll(
    context: VendorContext,
    input: ValuesOf<Input>,
    cursor: Json,
  ): Promise<{ readonly events: readonly PolledEvent[]; readonly cursor: Json }>
}

/** One vendor: the node types of its actions and triggers derive from it. */
export interface Integration {
  /** Begins the names of its node types: github.create-issue. */
  readonly name: string
  readonly title: string
  /** A lucide icon's name. */
  readonly icon: string
  /** The only origin that gets the proof; paths begin after it. */
  readonly baseUrl: string
  readonly auth: IntegrationAuth
  /** Where the vendor wants the key that makes a repeated write count once; absent: it knows none. */
  readonly idempotencyHeader?: string
  /** What the vendor says about a failure, in its own words; undefined when the answer has none. */
  messageIn?(body: Json): string | undefined
  readonly actions: Readonly<Record<string, Action>>
  readonly triggers: Readonly<Record<string, Trigger>>
}

export const defineAction = <Input extends Settings>(action: Action<Input>): Action<Input> => action
export const defineTrigger = <Input extends Settings>(trigger: Trigger<Input>): Trigger<Input> => trigger
export const defineIntegration = (integration: Integration): Integration => integration
