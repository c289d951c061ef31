import { z } from '#src/lib/zod.ts'
import { defineNode, type Pause } from '#src/sdk/define-node.ts'
import { Amount, durationMs, MAX_WAIT_MS, TOO_LONG, unitField } from './durations.ts'
import { field } from './field-hints.ts'

const Text = { type: 'object', additionalProperties: { type: 'string' } }

const TIMED = { field: 'mode', in: ['for', 'call'] } as const

const WaitConfig = z
  .strictObject({
    mode: field(z.enum(['for', 'until', 'call']).default('for'), {
      title: 'Wait',
      description: 'What ends the wait.',
      control: 'select',
      options: [
        { value: 'for', label: 'For a while' },
        { value: 'until', label: 'Until a time' },
        { value: 'call', label: 'Until its resume address is called' },
      ],
    }),
    amount: field(Amount.default(1), {
      title: 'How long',
      description: 'For a call: how long at most. After that the run goes on by the port “expired”.',
      control: 'number',
      showIf: TIMED,
    }),
    unit: unitField('hours', TIMED),
    until: field(
      z
        .union([z.iso.datetime({ offset: true }), z.iso.date()], {
          error: 'Write a time like 2027-01-31T09:00:00Z, or a date like 2027-01-31 for its beginning in UTC',
        })
        .optional(),
      {
        title: 'Until',
        description:
          'A time with its offset, or a date for its beginning in UTC. A time that is past is not waited for.',
        control: 'text',
        placeholder: '2027-01-31T09:00:00+01:00',
        showIf: { field: 'mode', in: ['until'] },
      },
    ),
    allowGet: field(z.boolean().default(false), {
      title: 'A link may be opened',
      description:
        'Lets a GET request end the wait too. Mail programs and chats open links to look at them, so do this only for programs.',
      control: 'switch',
      showIf: { field: 'mode', in: ['call'] },
    }),
  })
  .refine(({ mode, until }) => mode !== 'until' || until !== undefined, {
    path: ['until'],
    error: 'Say until when to wait',
  })
  .refine(({ amount, unit }) => durationMs(amount, unit) <= MAX_WAIT_MS, { path: ['amount'], error: TOO_LONG })

function endOf({ mode, amount, unit, until }: z.output<typeof WaitConfig>, now: number): Pause {
  const at = mode === 'until' && until !== undefined ? Date.parse(until) : now + durationMs(amount, unit)
  // Beyond that a time is a mistake, and an answer would come to nobody.
  return { until: new Date(Math.min(at, now + MAX_WAIT_MS)).toISOString(), ...(mode === 'call' && { endedBy: 'call' }) }
}

export const wait = defineNode({
  type: 'wait',
  version: 1,
  title: 'Wait',
  description:
    'Waits for a while, until a time, or until somebody calls its resume address, which run.resumeUrls holds under the key of this step.',
  category: 'logic',
  icon: 'hourglass',
  config: WaitConfig,
  ports: ['out', 'expired'],
  // It looks at the clock: when the wait is over is decided once.
  reaches: 'time',
  effect: 'read',
  output: ({ mode }) =>
    mode === 'call'
      ? { type: ['object', 'null'], properties: { method: { type: 'string' }, headers: Text, query: Text, body: {} } }
      : { type: 'null' },
  run: (_context, config) => ({ output: null, pause: endOf(config, Date.now()) }),
  takesCalls: ({ mode }) => mode === 'call',
  resume: ({ mode }, end) =>
    end.kind === 'ended' ? { output: end.answer } : { output: null, port: mode === 'call' ? 'expired' : 'out' },
})
