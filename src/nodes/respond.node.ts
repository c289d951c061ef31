import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { field, JsonValue } from './field-hints.ts'
import { Headers } from './headers.ts'

/** They belong to the connection (RFC 9110, section 7.6.1) or to the server, or would act on every page of the site that answers. */
const RESERVED_HEADERS = [
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'nel',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-execution-id',
  'x-request-id',
]

const ResponseHeaders = Headers.refine((headers) => RESERVED_HEADERS.every((name) => !Object.hasOwn(headers, name)), {
  error: `These headers cannot be set: ${RESERVED_HEADERS.join(', ')}`,
})

export const respond = defineNode({
  type: 'respond',
  version: 1,
  title: 'Respond',
  description: 'Answers the request that started the workflow.',
  category: 'action',
  icon: 'reply',
  config: z.strictObject({
    status: field(z.int().min(200).max(599).default(200), {
      title: 'Status',
      description: 'The HTTP status of the answer.',
      control: 'number',
    }),
    headers: field(ResponseHeaders.prefault({}), {
      title: 'Headers',
      description: 'HTTP headers of the answer.',
      control: 'keyvalue',
    }),
    body: field(JsonValue.default(null), {
      title: 'Body',
      description:
        'Text is sent as it is, of the type JSON where it is an object or a list; anything else as JSON; null sends no body.',
      control: 'json',
    }),
  }),
  ports: [],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({
    type: 'object',
    properties: {
      status: { type: 'integer' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: {},
    },
    required: ['status', 'headers', 'body'],
  }),
  run: (_context, { status, headers, body }) => ({ output: { status, headers, body } }),
})
