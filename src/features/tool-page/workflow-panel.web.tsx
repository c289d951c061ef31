import { Workflow } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { authPath } from '#src/client/safe-redirect.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { handOver } from '#src/features/tool-runs/hand-over.ts'
import type { workflowsContract } from '#src/features/workflows/workflows.schema.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { workflowOf } from './workflow-of-tool.ts'

interface WorkflowPanelProps {
  readonly fxn: Fxn
  readonly inputs: JsonObject
}

/** Makes a workflow of the tool as it is filled in, and opens it. */
export function WorkflowPanel({ fxn, inputs }: WorkflowPanelProps) {
  const navigate = useNavigate()
  const isSignedIn = useRouteLoaderData<{ viewer: object | null }>('root')?.viewer != null
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const create = async () => {
    if (!isSignedIn) {
      // The form is as it was when they come back.
      handOver(fxn.slug, inputs)
      await navigate(authPath(new URL(window.location.href)))
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      const body = workflowOf(fxn, inputs)
      const { workflow } = await api<typeof workflowsContract.create>('POST', '/api/workflows', { body })
      await navigate(`/workflows/${workflow.id}`)
    } catch (cause) {
      setError(toApiError(cause).message)
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p>
        A workflow runs this tool when something happens, and hands its result on. The new one begins with a start by
        hand and the inputs of the form, private ones left out.
      </p>
      <Button icon={Workflow} busy={busy} onClick={() => void create()}>
        {isSignedIn ? 'Use in a new workflow' : 'Sign in to use it in a workflow'}
      </Button>
      {error === undefined ? null : (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
