import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { field, plainOptions } from './field-hints.ts'
import { LowerHeaderName } from './headers.ts'

export const WEBHOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number]

/** What `trigger` is in a run that a webhook started: trigger.body.bill, trigger.query.page, trigger.headers['user-agent']. */
export type WebhookTrigger = {
  method: WebhookMethod
  /** Names in lower case. */
  headers: { [name: string]: string }
  /** The last value of a repeated parameter. */
  query: { [name: string]: string }
  /**
   * Parsed JSON, an object of form fields, the text of any other body, or null when there is none. Of a repeated field
   * it has the list of values, of a file its name, type, size and bytes as base64.
   */
  body: Json
  /** The body as it came, where the step asks for it. */
  rawBody?: string
}

const Text = { type: 'object', additionalProperties: { type: 'string' } }
const MINUTES_IN_30_DAYS = 43_200

const checks = z.strictObject({
  signature: field(z.enum(['none', 'body', 'timestamp.body', 'v0:timestamp:body']).default('none'), {
    title: 'Signature',
    description:
      'Refuses requests without an HMAC SHA-256 of what is named here, made with the signing secret of this workflow.',
    control: 'select',
    options: [
      { value: 'none', label: 'Not checked' },
      { value: 'body', label: 'Of the body' },
      { value: 'timestamp.body', label: 'Of the time, a dot and the body' },
      { value: 'v0:timestamp:body', label: 'Of v0:, the time, a colon and the body' },
    ],
  }),
  signatureHeader: field(LowerHeaderName.prefault('x-signature'), {
    title: 'Header with the signature',
    description: 'Its value is hexadecimal or base64, and may begin with a name, as in sha256=….',
    control: 'text',
    showIf: { field: 'signature', in: ['body', 'timestamp.body', 'v0:timestamp:body'] },
  }),
  timestampHeader: field(LowerHeaderName.prefault('x-timestamp'), {
    title: 'Header with the time',
    description: 'Its value counts the seconds since 1970, as it was signed.',
    control: 'text',
    showIf: { field: 'signature', in: ['timestamp.body', 'v0:timestamp:body'] },
  }),
  toleranceSeconds: field(z.int().min(1).max(86_400).default(300), {
    title: 'Oldest request in seconds',
    description: 'A request that was signed longer ago, or as far in the future, is refused.',
    control: 'number',
    showIf: { field: 'signature', in: ['timestamp.body', 'v0:timestamp:body'] },
  }),
  perMinute: field(z.int().min(1).max(1_000_000).optional(), {
    title: 'Requests per minute',
    description: 'More than these are refused until the minute is over. Empty: no limit.',
    control: 'number',
  }),
  dedupe: field(z.enum(['none', 'header', 'body']).default('none'), {
    title: 'Repeated deliveries',
    description: 'Requests that carry the same value start one run; each gets the id of that run.',
    control: 'select',
    options: [
      { value: 'none', label: 'Each starts a run' },
      { value: 'header', label: 'Recognised by a header' },
      { value: 'body', label: 'Recognised by a field of the body' },
    ],
  }),
  dedupeKey: field(z.string().trim().max(200).default(''), {
    title: 'Where the value is',
    description: 'The name of the header, or the path of the field.',
    control: 'text',
    placeholder: 'x-delivery-id or event.id',
    showIf: { field: 'dedupe', in: ['header', 'body'] },
  }),
  dedupeMinutes: field(z.int().min(1).max(MINUTES_IN_30_DAYS).default(1440), {
    title: 'Remembered for minutes',
    description: 'Afterwards the same value starts a run again. A day has 1440 minutes.',
    control: 'number',
    showIf: { field: 'dedupe', in: ['header', 'body'] },
  }),
})

/** The webhook step's settings; a request is held to them before there is a run. */
export const WebhookSettings = z
  .strictObject({
    methods: field(z.array(z.enum(WEBHOOK_METHODS)).min(1).default(['POST']), {
      title: 'Methods',
      description: 'Requests with any other method are refused.',
      control: 'multiselect',
      options: plainOptions(WEBHOOK_METHODS),
    }),
    respond: field(z.enum(['node', 'last', 'now']).default('node'), {
      title: 'Answer',
      description:
        'Who answers the request. To senders that ask for a challenge first, let a Respond step give it back: {{ trigger.body.challenge }}.',
      control: 'select',
      options: [
        { value: 'node', label: 'The Respond step, when the run reaches it' },
        { value: 'last', label: 'What the last step gave, when the run has ended' },
        { value: 'now', label: 'At once: 202 with the execution id' },
      ],
    }),
    rawBody: field(z.enum(['none', 'text', 'base64']).default('none'), {
      title: 'Body as it came',
      description: 'Kept as trigger.rawBody, beside the parsed trigger.body.',
      control: 'select',
      options: [
        { value: 'none', label: 'Not kept' },
        { value: 'text', label: 'As text' },
        { value: 'base64', label: 'As base64, also for files' },
      ],
    }),
    ...checks.shape,
  })
  .refine(({ dedupe, dedupeKey }) => dedupe === 'none' || dedupeKey !== '', {
    path: ['dedupeKey'],
    error: 'Say where the value is',
  })
export type WebhookSettings = z.output<typeof WebhookSettings>

export const webhook = defineNode({
  type: 'webhook',
  version: 1,
  title: 'Webhook',
  description: 'Starts the workflow when its secret address is called. The request is available as trigger.',
  category: 'trigger',
  icon: 'webhook',
  config: WebhookSettings,
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: ({ rawBody = 'none' }) => ({
    type: 'object',
    properties: {
      method: { type: 'string' },
      headers: Text,
      query: Text,
      body: {},
      ...(rawBody !== 'none' && { rawBody: { type: 'string' } }),
    },
    required: ['method', 'headers', 'query', 'body', ...(rawBody === 'none' ? [] : ['rawBody'])],
  }),
  run: ({ trigger }) => ({ output: trigger }),
})
