import { endpoint } from '#src/lib/contract.ts'
import { REPORT_REASONS } from '#src/lib/report-reasons.ts'
import { z } from '#src/lib/zod.ts'
import { DETAILS_MAX, REPORT_WORDS } from './report-rules.ts'

export const reportsContract = {
  submit: endpoint({
    method: 'POST',
    path: '/api/reports/submit',
    summary: 'Report a tool to the moderators, signed in or not; one open report for each person and tool',
    body: z.strictObject({
      fxnId: z.string().min(1).max(100),
      reason: z.enum(REPORT_REASONS, REPORT_WORDS.noReason),
      details: z.string().trim().max(DETAILS_MAX, REPORT_WORDS.longDetails).default(''),
    }),
    answer: z.object({
      /** To name the report by, when writing to support. */
      reference: z.string(),
    }),
    status: 201,
    errors: ['NOT_FOUND', 'GONE', 'OWN_TOOL', 'ALREADY_REPORTED', 'REPORTS_PAUSED', 'TOO_MANY_REQUESTS'],
  }),
}
