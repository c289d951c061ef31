import { ALERT_KINDS } from '#src/lib/alert-kinds.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const Rule = {
  /** failures: that many runs in a row have failed. silence: no run in so many minutes. backlog: one is queued for so many. */
  kind: z.enum(ALERT_KINDS),
  /** Failures, or minutes. */
  threshold: z.int().min(1).max(100_000),
  /** Also by mail, unless mails about workflows are not wanted. */
  byMail: z.boolean(),
}
const WantedRule = z.strictObject(Rule)
export type WantedRule = z.infer<typeof WantedRule>

export const AlertRule = z.object({
  ...Rule,
  /** Since when it is so; null while all is well. */
  firingSince: z.string().nullable(),
})
export type AlertRule = z.infer<typeof AlertRule>

const params = z.strictObject({ id: z.uuid() })
const answer = z.object({ rules: z.array(AlertRule) })
const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND'] as const

export const alertsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/alerts',
    scope: 'read',
    summary: 'When the owner of a workflow is told that something is wrong with it',
    params,
    answer,
    errors,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/workflows/:id/alerts',
    summary: 'Set all alert rules of a workflow, at most one of each kind; those that are left out end',
    params,
    body: z.strictObject({
      rules: z
        .array(WantedRule)
        .max(ALERT_KINDS.length)
        .refine((rules) => new Set(rules.map(({ kind }) => kind)).size === rules.length, 'One rule of each kind'),
    }),
    answer,
    errors,
  }),
}
