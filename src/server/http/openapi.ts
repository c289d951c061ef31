import type { Endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { createLift } from './lift-definitions.ts'

type JsonSchema = Readonly<Record<string, unknown>>

type ToSchema = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema

const ERROR_REFERENCE = { $ref: '#/components/schemas/ErrorEnvelope' }

const errorEnvelope: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'timestamp', 'requestId', 'retryAfter'],
      properties: {
        code: { type: 'string', description: 'Stable, in UPPER_SNAKE_CASE' },
        message: { type: 'string' },
        details: {
          type: 'array',
          items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
        },
        timestamp: { type: 'string', format: 'date-time' },
        requestId: { type: 'string' },
        retryAfter: { type: ['integer', 'null'], description: 'Seconds; on 429 and 503 only' },
      },
    },
  },
}

function parametersOf(endpoint: Endpoint, toSchema: ToSchema): JsonSchema[] {
  const listed = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = toSchema(schema, 'input') as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }))
  }
  return [...listed(endpoint.params, 'path'), ...listed(endpoint.query, 'query')]
}

/** The ways in which a caller may say who it is; an empty one where it need not. */
const securityOf = ({ scope, errors = [] }: Endpoint): JsonSchema[] => [
  ...(errors.includes('SIGN_IN_REQUIRED') ? [] : [{}]),
  { session: [] },
  ...(scope === undefined ? [] : [{ apiKey: [scope] }]),
]

const ONE_FILE: JsonSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
}

const operation = (endpoint: Endpoint, toSchema: ToSchema): JsonSchema => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[2] ?? 'api'],
  parameters: parametersOf(endpoint, toSchema),
  security: securityOf(endpoint),
  ...(endpoint.body && {
    requestBody: { required: true, content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } } },
  }),
  ...(endpoint.upload && { requestBody: { required: true, content: { 'multipart/form-data': { schema: ONE_FILE } } } }),
  responses: {
    [endpoint.status ?? 200]: {
      description: 'Success',
      content: { 'application/json': { schema: toSchema(endpoint.answer, 'output') } },
    },
    default: {
      description: endpoint.errors === undefined ? 'Failure' : `Failure, such as ${endpoint.errors.join(', ')}`,
      content: { 'application/json': { schema: ERROR_REFERENCE } },
    },
  },
})

interface Described {
  readonly info: JsonSchema
  /** Origin without a trailing slash. */
  readonly server: string
  readonly paths: JsonSchema
  /** Beside that of the error envelope. */
  readonly schemas?: JsonSchema
}

/** What every OpenAPI 3.1 document of ours has around its paths. */
export const openApiAround = ({ info, server, paths, schemas = {} }: Described): JsonSchema => ({
  openapi: '3.1.0',
  info,
  servers: [{ url: server }],
  paths,
  components: {
    schemas: { ...schemas, ErrorEnvelope: errorEnvelope },
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: server.startsWith('https:') ? '__Host-session' : 'session' },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'A key from Settings, with the scope that a call names',
      },
    },
  },
})

/** The OpenAPI 3.1 document of the contracts. */
export function toOpenApi(endpoints: readonly Endpoint[], server: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const { lift, schemas } = createLift()
  const toSchema: ToSchema = (schema, io) => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    return lift(rest)
  }
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, toSchema) }
  }
  return openApiAround({
    info: {
      title: 'Fettle',
      version: '1',
      description: 'Calls that change something need the header X-Requested-With. Failures answer one error envelope.',
    },
    server,
    paths,
    schemas,
  })
}
