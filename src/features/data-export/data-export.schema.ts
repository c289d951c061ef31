import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** How long a finished export can be fetched. */
export const EXPORT_DAYS = 7

export const DataExport = z.object({
  id: z.uuid(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  createdAt: z.string(),
  readyAt: z.string().nullable(),
  /** Of the ZIP; 0 until it is ready. */
  bytes: z.number().int(),
})
export type DataExport = z.infer<typeof DataExport>

export const dataExportContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/exports',
    summary: 'My exports of the last days',
    answer: z.object({ exports: z.array(DataExport) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/account/exports',
    summary: 'Make a ZIP of everything that is stored about me',
    answer: DataExport,
    status: 202,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'EXPORT_UNDER_WAY', 'TOO_MANY_REQUESTS'],
  }),
}
