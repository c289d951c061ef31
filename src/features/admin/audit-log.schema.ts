import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const AUDIT_ENTRIES_PER_PAGE = 50
/** Rows that one file holds. */
export const MAX_EXPORTED = 10_000

const AuditEntry = z.object({
  seq: z.int(),
  at: z.string(),
  actor: z.object({ id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
  action: z.string(),
  target: z.string(),
  /** Of the account that the target names, while there is one. */
  targetEmail: z.string().nullable(),
  /** The title of the tool that it names, or whose review it names, while there is one. */
  targetTool: z.string().nullable(),
  address: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const text = z.string().trim().max(320).optional()
const filter = {
  /** Email address or id of who did it. */
  actor: text,
  /** How the action begins: "person." */
  action: text,
  /** How the target begins: "user 0192…" */
  target: text,
}
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

export const auditLogContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'The audit log, the newest entries first',
    query: z.strictObject({
      ...filter,
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    answer: z.object({ entries: z.array(AuditEntry), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/admin/audit/check',
    summary: 'Whether any entry of the audit log was edited, removed or slipped in',
    answer: z.object({ entries: z.int(), brokenAt: z.int().nullable() }),
    errors: [...FOR_ADMINS, 'TOO_MANY_REQUESTS'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/audit/export',
    summary: `The newest ${MAX_EXPORTED.toLocaleString('en')} entries as CSV; noted in the log itself`,
    body: z.strictObject(filter),
    answer: z.object({ csv: z.string(), rows: z.int(), complete: z.boolean() }),
    errors: [...FOR_ADMINS, 'TOO_MANY_REQUESTS'],
  }),
}
