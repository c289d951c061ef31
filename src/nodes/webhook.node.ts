import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { field, plainOptions } from './field-hints.ts'

export const WEBHOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number]

/** What `trigger` is in a run that a webhook started: trigger.body.bill, trigger.query.page, trigger.headers['user-agent']. */
export type WebhookTrigger = {
  method: WebhookMethod
  /** Names in lower case. */
  headers: { [name: string]: string }
  /** The last value of a repeated parameter. */
  query: { [name: string]: string }
  /** Parsed JSON, an object of form fields, the text of any other body, or null when there is none. */
  body: Json
}

const Text = { type: 'object', additionalProperties: { type: 'string' } }

export const webhook = defineNode({
  type: 'webhook',
  version: 1,
  title: 'Webhook',
  description: 'Starts the workflow when its secret address is called. The request is available as trigger.',
  category: 'trigger',
  icon: 'webhook',
  config: z.strictObject({
    methods: field(z.array(z.enum(WEBHOOK_METHODS)).min(1).default(['POST']), {
      title: 'Methods',
      description: 'Requests with any other method are refused.',
      control: 'multiselect',
      options: plainOptions(WEBHOOK_METHODS),
    }),
    respond: field(z.enum(['node', 'now']).default('node'), {
      title: 'Answer',
      description: 'Who answers the request.',
      control: 'select',
      options: [
        { value: 'node', label: 'The Respond step, when the run reaches it' },
        { value: 'now', label: 'At once: 202 with the execution id' },
      ],
    }),
  }),
  ports: ['out'],
  effect: 'pure',
  output: () => ({
    type: 'object',
    properties: { method: { type: 'string' }, headers: Text, query: Text, body: {} },
    required: ['method', 'headers', 'query', 'body'],
  }),
  run: ({ trigger }) => ({ output: trigger }),
})
