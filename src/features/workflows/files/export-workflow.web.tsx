import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import { writeBundle } from './bundle.ts'
import type { workflowFilesContract } from './workflow-files.schema.ts'

const fileNameOf = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'workflow'
  }.json`

interface Named {
  readonly id: string
  readonly name: string
}

async function fileOf({ id }: Named) {
  const { file } = await api<typeof workflowFilesContract.export>('GET', '/api/workflows/:id/export', {
    params: { id },
    query: {},
  })
  return file
}

/** Hands the drafts of workflows to the browser as one file, which the import takes as a whole. */
export async function exportWorkflows(workflows: readonly Named[]): Promise<void> {
  const [only, ...others] = workflows
  if (only === undefined) return
  if (others.length === 0) return exportWorkflow(only)
  try {
    const files = []
    for (const workflow of workflows) files.push(await fileOf(workflow))
    saveFile('workflows.json', writeBundle(files), 'application/json')
    toast({ kind: 'success', title: `${files.length} workflows exported` })
  } catch (error) {
    toast({ kind: 'error', title: 'Export failed', description: toApiError(error).message })
  }
}

/** Hands the draft of a workflow to the browser as a file. */
async function exportWorkflow(workflow: Named): Promise<void> {
  try {
    const file = await fileOf(workflow)
    saveFile(fileNameOf(workflow.name), `${JSON.stringify(file, null, 2)}\n`, 'application/json')
  } catch (error) {
    toast({ kind: 'error', title: 'Export failed', description: toApiError(error).message })
  }
}
