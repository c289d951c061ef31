import { AtVersion } from '#src/features/catalog/catalog.schema.ts'
import { GivingUp } from '#src/features/checkout/giving-up.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const IdOrSlug = z.strictObject({ id: z.string().min(1).max(100) })

/**
 * The longest text that a tool takes has seven million characters, as a file of 5 MB has in base64: of up to three bytes
 * each, and the usual megabyte for all else.
 */
export const MAX_RUN_BYTES = 3 * 7_000_000 + 1_048_576

/** One content-free count of a run that happened in the browser. */
export const BrowserRun = z.strictObject({
  version: z.int().min(1),
  success: z.boolean(),
  durationMs: z.number().min(0).max(3_600_000),
})

export const toolRunsContract = {
  run: endpoint({
    method: 'POST',
    path: '/api/tools/:id/run',
    scope: 'tools:run',
    summary: 'Run a tool: the body holds its input values by name',
    params: IdOrSlug,
    query: AtVersion,
    body: z.record(z.string(), z.unknown()),
    bodyLimit: MAX_RUN_BYTES,
    answer: z.object({ outputs: z.record(z.string(), z.unknown()), durationMs: z.number() }),
    errors: [
      'INVALID_REQUEST',
      'INVALID_INPUT',
      'TOOL_ERROR',
      'TIME_LIMIT',
      'MEMORY_LIMIT',
      'OUTPUT_LIMIT',
      'PRO_REQUIRED',
      'PURCHASE_REQUIRED',
      'NOT_FOUND',
      'BODY_TOO_LARGE',
      'TOO_MANY_REQUESTS',
    ],
  }),
  source: endpoint({
    method: 'GET',
    path: '/api/tools/:id/source',
    summary: 'The code of a tool whose creator lets browsers run it',
    params: IdOrSlug,
    query: AtVersion.extend(GivingUp.shape),
    answer: z.object({ source: z.string() }),
    errors: ['NOT_FOUND', 'GONE', 'PRO_REQUIRED', 'PURCHASE_REQUIRED', 'REFUND_OPEN'],
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/api/tools/:id/openapi.json',
    scope: 'read',
    summary: 'The OpenAPI 3.1 document of one tool, with the schemas of its inputs and outputs',
    params: IdOrSlug,
    answer: z.record(z.string(), z.unknown()),
    errors: ['NOT_FOUND', 'GONE'],
  }),
  countBrowserRun: endpoint({
    method: 'POST',
    path: '/api/discovery/runs/:id',
    summary: 'Count a run that happened in the browser; carries no input and no output',
    params: IdOrSlug,
    body: BrowserRun,
    answer: z.object({ ok: z.literal(true) }),
    errors: ['NOT_FOUND', 'GONE', 'PRO_REQUIRED', 'PURCHASE_REQUIRED'],
  }),
}
