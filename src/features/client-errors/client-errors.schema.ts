import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** Of a whole report, in bytes. */
export const MAX_REPORT_BYTES = 32_768
export const GROUPS_PER_PAGE = 30
/** Reports that are kept of one kind of failure, and shown of it. */
export const KEPT_REPORTS = 20

export const ClientErrorReport = z.strictObject({
  errorId: z.string().regex(/^ERR-\d{13}-[a-z0-9]{4,16}$/, 'Looks like ERR-{time}-{random}'),
  message: z.string().max(2000),
  stack: z.string().max(10_000),
  componentStack: z.string().max(10_000),
  timestamp: z.iso.datetime(),
  userAgent: z.string().max(500),
  url: z.string().max(2000),
})
export type ClientErrorReport = z.infer<typeof ClientErrorReport>

const Group = z.object({
  id: z.uuid(),
  message: z.string(),
  topFrame: z.string(),
  count: z.int(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  resolvedAt: z.string().nullable(),
})
export type ClientErrorGroup = z.infer<typeof Group>

const Occurrence = z.object({
  id: z.uuid(),
  errorId: z.string(),
  message: z.string(),
  stack: z.string(),
  componentStack: z.string(),
  userAgent: z.string(),
  url: z.string(),
  happenedAt: z.string(),
  receivedAt: z.string(),
})
export type ClientErrorOccurrence = z.infer<typeof Occurrence>

const ById = z.strictObject({ id: z.uuid() })
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

export const clientErrorsContract = {
  report: endpoint({
    method: 'POST',
    path: '/api/errors/client',
    summary: 'Report that something went wrong in a browser',
    body: ClientErrorReport,
    answer: z.object({ errorId: z.string() }),
    status: 202,
    bodyLimit: MAX_REPORT_BYTES,
    errors: ['INVALID_REQUEST', 'INVALID_INPUT', 'BODY_TOO_LARGE', 'TOO_MANY_REQUESTS'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/client-errors',
    summary: 'Kinds of failures in browsers, the latest first',
    query: z.strictObject({
      state: z.enum(['open', 'resolved']).default('open'),
      /** Part of a message, or the id that a person saw. */
      search: z.string().trim().max(200).optional(),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({ groups: z.array(Group), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/client-errors/:id',
    summary: `One kind of failure with its latest ${KEPT_REPORTS} reports`,
    params: ById,
    answer: z.object({ group: Group, occurrences: z.array(Occurrence) }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/api/admin/client-errors/:id/resolve',
    summary: 'Mark a kind of failure as dealt with; happening again opens it again',
    params: ById,
    answer: z.object({ group: Group }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/admin/client-errors/:id/reopen',
    summary: 'Open a kind of failure again',
    params: ById,
    answer: z.object({ group: Group }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
}
