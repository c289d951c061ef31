import { CopyrightClaim } from '#src/features/copyright/copyright.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { REPORT_REASONS } from '#src/lib/report-reasons.ts'
import { z } from '#src/lib/zod.ts'
import { DETAILS_MAX, REPORT_WORDS } from './report-rules.ts'
import { areShortInputs, areShortOutputs } from './reported-run.ts'

/** A result that is said to be wrong, with all that it takes to get it again. */
export const Run = z.strictObject({
  version: z.int().min(1).max(1_000_000),
  inputs: z.record(z.string(), z.unknown()).refine(areShortInputs, REPORT_WORDS.longInputs),
  outputs: z.record(z.string(), z.unknown()).refine(areShortOutputs, REPORT_WORDS.longOutputs),
})

export const reportsContract = {
  submit: endpoint({
    method: 'POST',
    path: '/api/reports/submit',
    summary: 'Report a tool to the moderators, signed in or not; one open report for each person and tool',
    body: z.strictObject({
      fxnId: z.string().min(1).max(100),
      reason: z.enum(REPORT_REASONS, REPORT_WORDS.noReason),
      details: z.string().trim().max(DETAILS_MAX, REPORT_WORDS.longDetails).default(''),
      /** From whoever owns the copyright; it goes to the creator, without the address. */
      claim: CopyrightClaim.optional(),
      /** Of a wrong result; it goes to the moderators and, without the name of who reports, to the creator. */
      run: Run.optional(),
    }),
    answer: z.object({
      /** To name the report by, when writing to support. */
      reference: z.string(),
    }),
    status: 201,
    errors: [
      'INVALID_INPUT',
      'NOT_FOUND',
      'GONE',
      'OWN_TOOL',
      'ALREADY_REPORTED',
      'REPORTS_PAUSED',
      'TOO_MANY_REQUESTS',
    ],
  }),
}
