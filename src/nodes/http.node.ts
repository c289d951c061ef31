import { z } from '#src/lib/zod.ts'
import { defineNode, type Effect } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { field, JsonValue, plainOptions } from './field-hints.ts'
import { Headers } from './headers.ts'
import { BODY_KINDS, buildRequest, HTTP_METHODS, Parameters } from './http-request.ts'
import { badStatus, RESPONSE_KINDS, readBody } from './http-response.ts'

/** RFC 9110, section 9.2: safe methods read, PUT and DELETE may be repeated. */
const EFFECTS: ReadonlyMap<Json, Effect> = new Map<Json, Effect>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['PUT', 'idempotent-write'],
  ['DELETE', 'idempotent-write'],
])

const HttpConfig = z.strictObject({
  method: field(z.enum(HTTP_METHODS).default('GET'), {
    title: 'Method',
    description: 'What the request does.',
    control: 'select',
    options: plainOptions(HTTP_METHODS),
  }),
  url: field(z.url({ protocol: /^https?$/, error: 'The URL must begin with http:// or https://' }), {
    title: 'URL',
    description: 'The address to call; it must be reachable from the public internet.',
    control: 'text',
    placeholder: 'https://api.example.com/orders',
  }),
  query: field(Parameters.default({}), {
    title: 'Query',
    description: 'Added to the URL; a list repeats the parameter, null leaves it out.',
    control: 'keyvalue',
  }),
  headers: field(Headers.prefault({}), {
    title: 'Headers',
    description: 'HTTP headers of the request.',
    control: 'keyvalue',
  }),
  bodyKind: field(z.enum(BODY_KINDS).default('none'), {
    title: 'Body kind',
    description: 'How the body is written.',
    control: 'select',
    options: [
      { value: 'none', label: 'No body' },
      { value: 'json', label: 'JSON' },
      { value: 'text', label: 'Text' },
      { value: 'form', label: 'Form fields' },
    ],
  }),
  body: field(JsonValue.default(null), {
    title: 'Body',
    description: 'Any value for JSON, text for text, an object for form fields.',
    control: 'json',
    showIf: { field: 'bodyKind', in: ['json', 'text', 'form'] },
  }),
  responseKind: field(z.enum(RESPONSE_KINDS).default('auto'), {
    title: 'Read the answer as',
    description: 'What the body of the result is.',
    control: 'select',
    options: [
      { value: 'auto', label: 'JSON when the server says so, else text' },
      { value: 'json', label: 'JSON' },
      { value: 'text', label: 'Text' },
    ],
  }),
  timeoutMs: field(z.int().min(1).max(300_000).default(30_000), {
    title: 'Time limit (ms)',
    description: 'For the whole exchange, redirects included.',
    control: 'number',
  }),
  followRedirects: field(z.boolean().default(true), {
    title: 'Follow redirects',
    description: 'Up to five; without it a redirect is an ordinary answer.',
    control: 'switch',
  }),
  failFromStatus: field(z.int().min(100).max(600).default(400), {
    title: 'Fail from status',
    description: 'An answer with this status or a higher one fails the step; 600 accepts all.',
    control: 'number',
  }),
})

export const http = defineNode({
  type: 'http',
  version: 1,
  title: 'HTTP request',
  description: 'Calls an address on the internet and gives status, headers and body of the answer.',
  category: 'action',
  icon: 'globe',
  config: HttpConfig,
  ports: ['out'],
  effect: ({ method = 'GET' }) => EFFECTS.get(method) ?? 'write',
  output: () => ({
    type: 'object',
    properties: {
      status: { type: 'integer' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: {},
    },
    required: ['status', 'headers', 'body'],
  }),
  run: async (context, { timeoutMs, followRedirects, failFromStatus, responseKind, ...parts }) => {
    const request = buildRequest({ ...parts, idempotencyKey: context.idempotencyKey })
    const response = await context.fetch({ ...request, timeoutMs, followRedirects })
    if (response.status >= failFromStatus) throw badStatus(response, Date.now())
    const { status, headers } = response
    return { output: { status, headers: { ...headers }, body: readBody(response, responseKind) } }
  },
})
