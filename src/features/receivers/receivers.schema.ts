import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import { SAMPLES, type ValueKind } from './takes.ts'

export const MOST_RECEIVERS = 60

const Kind = z.enum(Object.keys(SAMPLES) as [ValueKind, ...ValueKind[]])

/** A tool that can go on with a value, and where it takes it. */
export const Receiver = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.enum(CATEGORIES),
  runsIn: z.enum(['browser', 'server']),
  kind: Kind,
  /** The field that takes the value, and what fits there. */
  field: z.string(),
  label: z.string(),
  limits: z.object({
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.boolean().optional(),
    maxLength: z.number().optional(),
  }),
  /** What else has to be filled in, so that there is a result at once. */
  inputs: z.record(z.string(), z.unknown()),
})
export type Receiver = z.infer<typeof Receiver>

export const receiversContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/discovery/receivers',
    scope: 'read',
    summary: 'Tools that take a value of one of these kinds; the value itself is not sent',
    query: z.strictObject({
      /** "json,text": the first is the best. */
      kinds: z
        .string()
        .max(100)
        .transform((text) => [...new Set(text.split(','))])
        .pipe(z.array(Kind)),
      /** The slug of the tool whose result it is; its category comes first. */
      of: z.string().min(1).max(100),
    }),
    answer: z.object({ receivers: z.array(Receiver) }),
    errors: ['NOT_FOUND', 'GONE'],
  }),
}
