import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { toast } from '#src/client/toasts.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import { LISTEN_MINUTES, type webhooksContract } from '#src/features/webhooks/webhooks.schema.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { JsonView } from '#src/ui/data-view/json-view.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'
import { curlFor } from './sample-input.ts'

interface HookTestProps {
  readonly workflowId: string
  readonly graph: Graph
  /** Of the published webhook, with its secret. */
  readonly address: string
  readonly listensUntil: string | null
}

const LOOK_MS = 2000

/** The test address: for a few minutes it starts the draft, and says when it has. */
export function HookTest({ workflowId, graph, address, listensUntil }: HookTestProps) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: workflowOf(workflowId).queryKey })
  const params = { id: workflowId }
  const { mutate, isPending } = useMutation({
    mutationFn: (listen: boolean): Promise<unknown> =>
      listen
        ? api<typeof webhooksContract.listen>('POST', '/api/workflows/:id/listen', { params })
        : api<typeof webhooksContract.stopListening>('DELETE', '/api/workflows/:id/listen', { params }),
    onError: (error) =>
      toast({ kind: 'error', title: 'The test address did not change', description: toApiError(error).message }),
    onSettled: refresh,
  })
  useEffect(() => {
    if (listensUntil === null) return
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: workflowOf(workflowId).queryKey }),
      Date.parse(listensUntil) - Date.now() + 500,
    )
    return () => clearTimeout(timer)
  }, [client, workflowId, listensUntil])

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <h3 className="text-14 font-semibold">Try the draft</h3>
      {listensUntil === null ? (
        <p className="text-14 text-text-2">
          A test address starts the saved draft, for {LISTEN_MINUTES} minutes from when you ask for it.
        </p>
      ) : (
        <>
          <CodeBlock label="curl for a test" code={curlFor(graph, address.replace('/hooks/', '/hooks-test/'))} />
          <TestCall workflowId={workflowId} since={Date.parse(listensUntil) - LISTEN_MINUTES * 60_000} />
        </>
      )}
      <Button size="dense" className="w-fit" busy={isPending} onClick={() => mutate(listensUntil === null)}>
        {listensUntil === null ? 'Listen for a test call' : 'Stop listening'}
      </Button>
    </div>
  )
}

/** Looks for the run that a test call has started. */
function TestCall({ workflowId, since }: { readonly workflowId: string; readonly since: number }) {
  const { data } = useQuery({
    ...getting<typeof executionsContract.list>('/api/workflows', workflowId, 'executions'),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  })
  const run = data?.executions.find(
    ({ version, trigger, createdAt }) =>
      version === 'draft' && trigger === 'webhook' && Date.parse(createdAt) >= since - 1000,
  )
  return (
    <>
      <p role="status" className="text-14 text-text-2">
        {run === undefined ? (
          'Listening… Nothing has called yet.'
        ) : (
          <>
            A test call came in. <TextLink to={`/workflows/${workflowId}/executions/${run.id}`}>See its run</TextLink>
          </>
        )}
      </p>
      {run === undefined ? null : <CallThatCame key={run.id} executionId={run.id} />}
    </>
  )
}

/** What the call brought, as expressions read it. */
function CallThatCame({ executionId }: { readonly executionId: string }) {
  const { data } = useQuery(getting<typeof executionsContract.get>('/api/executions', executionId))
  return data === undefined ? (
    <Spinner label="Loading the call…" showLabel />
  ) : (
    <JsonView value={data.execution.input as Json} root="trigger" label="the test call" />
  )
}
