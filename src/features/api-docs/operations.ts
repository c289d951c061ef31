import { type Credential, curlLine } from './curl-line.ts'
import { type JsonSchema, printSchema } from './print-schema.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}
interface OpenApiOperation {
  readonly summary?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: JsonSchema
  }[]
  readonly requestBody?: Content
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly responses?: Readonly<Record<string, Content & { readonly description?: string }>>
}
/** What the reference reads of an OpenAPI document. */
export interface OpenApi {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}

export interface Operation {
  /** Names the place in the page. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly {
    readonly name: string
    readonly place: string
    readonly type: string
    readonly isRequired: boolean
  }[]
  readonly curl: string
  /** What an API key must be allowed to do for it; undefined for calls that take none. */
  readonly scope: string | undefined
  readonly body: string | undefined
  readonly status: string
  readonly answer: string
  readonly errors: readonly string[]
}
export interface OperationGroup {
  readonly name: string
  readonly operations: readonly Operation[]
}

const schemaOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

const printContent = (content: Content | undefined): string | undefined => {
  const schema = schemaOf(content)
  return schema === undefined ? undefined : printSchema(schema)
}

type Security = NonNullable<OpenApiOperation['security']>

function credentialOf(security: Security): Credential {
  if (security.some((way) => Object.keys(way).length === 0)) return 'none'
  return security.some(({ apiKey }) => apiKey !== undefined) ? 'key' : 'session'
}

function toOperation(
  origin: string,
  method: string,
  path: string,
  { summary = '', parameters = [], ...rest }: OpenApiOperation,
): Operation {
  const { requestBody, responses = {}, security = [] } = rest
  const scope = security.flatMap(({ apiKey = [] }) => apiKey)[0]
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '200'
  return {
    id: `${method}-${path}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    method: method.toUpperCase(),
    path,
    summary,
    parameters: parameters.map(({ name, in: place, required = false, schema = {} }) => ({
      name,
      place,
      isRequired: required,
      type: printSchema(schema) + (schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`),
    })),
    curl: curlLine({
      origin,
      method: method.toUpperCase(),
      path,
      body: schemaOf(requestBody),
      credential: credentialOf(security),
    }),
    scope,
    body: printContent(requestBody),
    status,
    answer: printContent(responses[status]) ?? 'no content',
    errors: responses.default?.description?.match(/\b[A-Z]+(?:_[A-Z]+)+\b|\bGONE\b/g) ?? [],
  }
}

/** "/api/tools/{id}/run" belongs to "tools". */
const groupOf = (path: string): string => path.split('/')[2] ?? 'api'

/** The operations of a document by the first part of their path, in the order of the document. */
export function groupOperations({ paths, servers }: OpenApi): OperationGroup[] {
  const origin = servers[0]?.url ?? ''
  const groups = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(paths)) {
    const operations = groups.get(groupOf(path)) ?? []
    for (const [method, operation] of Object.entries(methods))
      operations.push(toOperation(origin, method, path, operation))
    groups.set(groupOf(path), operations)
  }
  return [...groups].map(([name, operations]) => ({ name, operations }))
}
