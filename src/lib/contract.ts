import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an API key may be allowed to do. */
export const SCOPES = ['read', 'tools:run', 'workflows:run'] as const
export type Scope = (typeof SCOPES)[number]

/** One call of the API, written once: the server mounts it, the browser client and the OpenAPI page derive from it. */
export interface Endpoint<
  M extends Method = Method,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: M
  /** With parameters as `:name`. */
  readonly path: Path
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** What a success answers; names that are not in it never leave the server. */
  readonly answer: Answer
  readonly status?: 200 | 201 | 202
  /** Stable codes of the failures that a caller should expect. */
  readonly errors?: readonly string[]
  /** False when a repeat under the same Idempotency-Key must run again, because the answer sets a cookie. */
  readonly replay?: false
  /** Largest body in bytes, where the usual megabyte is too much. */
  readonly bodyLimit?: number
  /** Takes one file, as multipart/form-data in the field `file`, instead of JSON. */
  readonly upload?: true
  /** Present: the call may be made with an API key that has this scope. */
  readonly scope?: Scope
}

export const endpoint = <
  const M extends Method,
  const Path extends string,
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Endpoint<M, Path, Params, Query, Body, Answer>,
): Endpoint<M, Path, Params, Query, Body, Answer> => definition

type PartOf<E extends Endpoint, Name extends 'params' | 'query' | 'body'> = NonNullable<E[Name]>

/** What the handler receives. */
export type ParamsOf<E extends Endpoint> = z.output<PartOf<E, 'params'>>
export type QueryOf<E extends Endpoint> = z.output<PartOf<E, 'query'>>
export type BodyOf<E extends Endpoint> = z.output<PartOf<E, 'body'>>
/** What the handler returns and the caller gets. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [N in Name]: Value }
/** What a caller has to hand over. */
export type InputOf<E extends Endpoint> = Given<'params', z.input<PartOf<E, 'params'>>> &
  Given<'query', z.input<PartOf<E, 'query'>>> &
  Given<'body', z.input<PartOf<E, 'body'>>>

/** "/api/tools/:id/run" with {id: "a b"} → "/api/tools/a%20b/run" */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Leaves out what is absent or empty; lists are joined with commas. */
export function toQueryString(query: Readonly<Record<string, unknown>> = {}): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') parts.set(name, String(value))
  const text = parts.toString()
  return text === '' ? '' : `?${text}`
}
