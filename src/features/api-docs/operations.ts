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
  readonly responses?: Readonly<Record<string, Content & { readonly description?: string }>>
}
/** What the reference reads of an OpenAPI document. */
export interface OpenApi {
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
  readonly body: string | undefined
  readonly status: string
  readonly answer: string
  readonly errors: readonly string[]
}
export interface OperationGroup {
  readonly name: string
  readonly operations: readonly Operation[]
}

const printContent = (content: Content | undefined): string | undefined => {
  const schema = content?.content?.['application/json']?.schema
  return schema === undefined ? undefined : printSchema(schema)
}

function toOperation(
  method: string,
  path: string,
  { summary = '', parameters = [], ...rest }: OpenApiOperation,
): Operation {
  const { requestBody, responses = {} } = rest
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
    body: printContent(requestBody),
    status,
    answer: printContent(responses[status]) ?? 'no content',
    errors: responses.default?.description?.match(/\b[A-Z]+(?:_[A-Z]+)+\b|\bGONE\b/g) ?? [],
  }
}

/** "/api/tools/{id}/run" belongs to "tools". */
const groupOf = (path: string): string => path.split('/')[2] ?? 'api'

/** The operations of a document by the first part of their path, in the order of the document. */
export function groupOperations({ paths }: OpenApi): OperationGroup[] {
  const groups = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(paths)) {
    const operations = groups.get(groupOf(path)) ?? []
    for (const [method, operation] of Object.entries(methods)) operations.push(toOperation(method, path, operation))
    groups.set(groupOf(path), operations)
  }
  return [...groups].map(([name, operations]) => ({ name, operations }))
}
