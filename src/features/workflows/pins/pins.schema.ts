import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** Most bytes of JSON that a fixed output may have, and most of them in one workflow. */
export const MAX_PIN_BYTES = 256 * 1024
export const MAX_PINS = 100

const NodeId = z.string().min(1).max(64)
const utf8 = new TextEncoder()
const Output = z.json().refine((output) => utf8.encode(JSON.stringify(output)).length <= MAX_PIN_BYTES, {
  error: `A pinned output may have ${MAX_PIN_BYTES / 1024} kB at most`,
})

export const Pin = z.strictObject({ output: Output, port: z.string().min(1).max(64).default('out') })
export type Pin = z.output<typeof Pin>

/** By step. */
export const Pins = z
  .record(NodeId, Pin)
  .refine((pins) => Object.keys(pins).length <= MAX_PINS, { error: `At most ${MAX_PINS} outputs can be pinned` })
export type Pins = z.output<typeof Pins>

const ById = z.strictObject({ id: z.uuid() })
const ByStep = z.strictObject({ id: z.uuid(), nodeId: NodeId })
const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

export const pinsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/pins',
    scope: 'read',
    summary: 'Outputs that are fixed for runs of the draft, by step',
    params: ById,
    answer: z.object({ pins: z.record(z.string(), z.object({ output: z.unknown(), port: z.string() })) }),
    errors,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/workflows/:id/pins/:nodeId',
    summary: 'Fix the output of a step for runs of the draft; runs of published versions never use it',
    params: ByStep,
    body: Pin,
    answer: z.object({ ok: z.literal(true) }),
    errors: [...errors, 'INVALID_INPUT', 'TOO_MANY_PINS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/workflows/:id/pins/:nodeId',
    summary: 'Let a step run again in runs of the draft',
    params: ByStep,
    answer: z.object({ ok: z.literal(true) }),
    errors,
  }),
}
