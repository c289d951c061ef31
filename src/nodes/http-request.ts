import { z } from '#src/lib/zod.ts'
import type { HttpRequest, RunFile } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { type FormPart, multipart } from './multipart.ts'

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export const BODY_KINDS = ['none', 'json', 'text', 'form', 'multipart', 'file'] as const

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** Name → value; a list repeats the name, null leaves it out. */
export const Parameters = z.record(z.string().min(1), z.union([Scalar, z.array(Scalar)]))
type Parameters = z.output<typeof Parameters>

export interface RequestParts {
  readonly method: (typeof HTTP_METHODS)[number]
  readonly url: string
  readonly query: Parameters
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyKind: (typeof BODY_KINDS)[number]
  readonly body: Json
  /** What the files in the body are, by their ids. */
  readonly files?: ReadonlyMap<string, RunFile>
  readonly idempotencyKey: string
}

const invalidBody = (message: string) =>
  new NodeError({ code: 'INVALID_CONFIG', message: `body: ${message}`, permanent: true })

/** One line for each value. */
const linesOf = (parameters: Parameters) =>
  Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((part) => part !== null).map((part) => [name, part] as const),
  )

function appendAll(target: URLSearchParams, parameters: Parameters): URLSearchParams {
  for (const [name, value] of linesOf(parameters)) target.append(name, String(value))
  return target
}

function addressOf({ url, query }: RequestParts): string {
  const address = new URL(url)
  appendAll(address.searchParams, query)
  return address.href
}

function text(body: Json): string {
  if (typeof body !== 'string') throw invalidBody('a text body must be text')
  return body
}

function fieldsOf(body: Json): Parameters {
  const fields = Parameters.safeParse(body)
  if (!fields.success)
    throw invalidBody('form fields must be an object of text, numbers, true/false, or lists of these')
  return fields.data
}

/** A file as the trigger of a form has it. */
const FileReference = z.looseObject({ file: z.uuid(), name: z.string(), type: z.string() })
const fileIn = (value: Json): string | undefined => FileReference.safeParse(value).data?.file

const partsIn = (body: Json): (readonly [string, Json])[] =>
  typeof body !== 'object' || body === null || Array.isArray(body)
    ? []
    : Object.entries(body).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((part) => [name, part] as const),
      )

/** Ids of the files that a body names. */
export function filesIn({ bodyKind, body }: Pick<RequestParts, 'bodyKind' | 'body'>): string[] {
  if (bodyKind === 'file') {
    const id = fileIn(body)
    if (id === undefined) throw invalidBody('it must be a file of a form, such as {{ trigger.values.cv }}')
    return [id]
  }
  return bodyKind === 'multipart' ? partsIn(body).flatMap(([, part]) => fileIn(part) ?? []) : []
}

/** Files take the place of what stands for them; the rest are fields. */
function multipartOf({ body, files, idempotencyKey }: RequestParts) {
  const given = partsIn(body)
  const parts = given.map(([name, part]): FormPart | undefined => {
    const file = files?.get(fileIn(part) ?? '')
    return file && [name, file]
  })
  const rest = given.filter((_, index) => parts[index] === undefined)
  if (rest.length === given.length) return multipart(linesOf(fieldsOf(body)), idempotencyKey)
  const fields = Map.groupBy(rest, ([name]) => name)
  const lines = linesOf(
    fieldsOf(Object.fromEntries([...fields].map(([name, of]) => [name, of.map(([, part]) => part)]))),
  )
  return multipart([...lines, ...parts.filter((part) => part !== undefined)], idempotencyKey)
}

function contentOf(parts: RequestParts): { readonly type: string; readonly body: string | Uint8Array } | undefined {
  const { bodyKind, body, files } = parts
  switch (bodyKind) {
    case 'none':
      return undefined
    case 'json':
      return { type: 'application/json', body: JSON.stringify(body) }
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: text(body) }
    case 'form':
      return {
        type: 'application/x-www-form-urlencoded',
        body: appendAll(new URLSearchParams(), fieldsOf(body)).toString(),
      }
    case 'multipart':
      return multipartOf(parts)
    case 'file': {
      const file = files?.get(fileIn(body) ?? '')
      return file && { type: file.type, body: file.content }
    }
  }
}

/** Headers given by the author win over ours. Throws NodeError INVALID_CONFIG when the body does not fit its kind. */
export function buildRequest(parts: RequestParts): HttpRequest {
  const content = contentOf(parts)
  const headers = {
    accept: '*/*',
    'idempotency-key': parts.idempotencyKey,
    ...(content && { 'content-type': content.type }),
    ...parts.headers,
  }
  return { method: parts.method, url: addressOf(parts), headers, ...(content && { body: content.body }) }
}
