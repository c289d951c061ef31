import { endpoint } from '#src/lib/contract.ts'
import { REPORT_REASONS } from '#src/lib/report-reasons.ts'
import { z } from '#src/lib/zod.ts'

export const DETAILS_MAX = 2000

const WHY = 'Please select a reason for reporting this tool'

export const reportsContract = {
  submit: endpoint({
    method: 'POST',
    path: '/api/reports/submit',
    summary: 'Report a tool to the moderators, signed in or not; one open report for each person and tool',
    body: z.strictObject({
      fxnId: z.string().min(1).max(100),
      reason: z.enum(REPORT_REASONS, WHY),
      details: z.string().trim().max(DETAILS_MAX, `Details must be ${DETAILS_MAX} characters or less`).default(''),
    }),
    answer: z.object({
      /** To name the report by, when writing to support. */
      reference: z.string(),
    }),
    status: 201,
    errors: ['NOT_FOUND', 'GONE', 'OWN_TOOL', 'ALREADY_REPORTED', 'REPORTS_PAUSED', 'TOO_MANY_REQUESTS'],
  }),
}
