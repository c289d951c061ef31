import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import type { workflowFilesContract } from './workflow-files.schema.ts'

const fileNameOf = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'workflow'
  }.json`

/** Hands the draft of a workflow to the browser as a file. */
export async function exportWorkflow({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  try {
    const { file } = await api<typeof workflowFilesContract.export>('GET', '/api/workflows/:id/export', {
      params: { id },
      query: {},
    })
    saveFile(fileNameOf(name), `${JSON.stringify(file, null, 2)}\n`, 'application/json')
  } catch (error) {
    toast({ kind: 'error', title: 'Export failed', description: toApiError(error).message })
  }
}
