import { endpoint } from '#src/lib/contract.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'
import { Workflow } from '../workflows.schema.ts'
import { MAX_FILE_LENGTH } from './workflow-file-limits.ts'

/** What came with an import and needs a look. */
const ImportNote = z.object({ node: z.string(), message: z.string() })
export type ImportNote = z.infer<typeof ImportNote>

const ImportReport = z.object({
  source: z.enum(['fettle', 'n8n']),
  /** Steps that were understood, of all. */
  mapped: z.int(),
  total: z.int(),
  notes: z.array(ImportNote),
})
export type ImportReport = z.infer<typeof ImportReport>

const FileBody = z.strictObject({ file: z.string().max(MAX_FILE_LENGTH, 'The file has more than 2 MB') })
// The text of a file grows when it is written as a JSON string.
const FILE_BODY_LIMIT = 3 * MAX_FILE_LENGTH

const Version = z.coerce.number().int().min(1).max(2_147_483_647)
const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

export const workflowFilesContract = {
  restore: endpoint({
    method: 'POST',
    path: '/api/workflows/:id/versions/:n/restore',
    summary:
      'Make a published version the draft again, and keep the draft; refused when somebody saved after this revision',
    params: z.strictObject({ id: z.uuid(), n: Version }),
    body: z.strictObject({ revision: z.int32() }),
    answer: z.object({ revision: z.int() }),
    errors: [...errors, 'REVISION_CONFLICT'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/export',
    scope: 'read',
    summary: 'The draft, or a published version, as a file; secrets are in it by their names only',
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ version: Version.optional() }),
    answer: z.object({ file: z.record(z.string(), z.json()) }),
    errors,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/workflows/import',
    summary: 'Make a workflow from the text of a file of ours, or of n8n',
    body: FileBody,
    answer: z.object({ workflow: Workflow, report: ImportReport }),
    status: 201,
    errors: ['SIGN_IN_REQUIRED', 'IMPORT_REFUSED', 'INVALID_INPUT', 'WORKFLOW_LIMIT_REACHED'],
    bodyLimit: FILE_BODY_LIMIT,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/workflows/read-file',
    summary: 'What an import of such a file would make: nothing is kept',
    body: FileBody,
    answer: z.object({ name: z.string(), graph: Graph, report: ImportReport }),
    errors: ['SIGN_IN_REQUIRED', 'IMPORT_REFUSED', 'INVALID_INPUT'],
    // A file of somebody else's may have what nobody should keep.
    replay: false,
    bodyLimit: FILE_BODY_LIMIT,
  }),
}
