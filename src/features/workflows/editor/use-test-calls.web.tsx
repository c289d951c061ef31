import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { getting } from '#src/client/query-client.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import { LISTEN_MINUTES } from '#src/features/webhooks/webhooks.schema.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { Workflow } from '../workflows.schema.ts'

const LOOK_MS = 2000
const FROM_OUTSIDE: readonly string[] = ['webhook', 'form']

type Listening = Pick<Workflow, 'id' | 'listensUntil'>

/** The newest run that a call of the test address has begun since it listens; undefined while there is none. One place looks for it. */
export function useTestRun({ id, listensUntil }: Listening, { looks = false } = {}) {
  const { data } = useQuery({
    ...getting<typeof executionsContract.list>('/api/workflows', id, 'executions?version=draft'),
    staleTime: 0,
    refetchInterval: looks && LOOK_MS,
    enabled: listensUntil !== null,
  })
  const since = listensUntil === null ? Number.POSITIVE_INFINITY : Date.parse(listensUntil) - LISTEN_MINUTES * 60_000
  const run = data?.executions.find(
    ({ createdAt, trigger }) => FROM_OUTSIDE.includes(trigger) && Date.parse(createdAt) >= since - 1000,
  )
  return { run, isKnown: data !== undefined }
}

/** Tells of each run that a test call begins, whatever is shown in the editor meanwhile. */
export function useTestCalls(workflow: Listening, onCame: (executionId: string) => void): void {
  const { id, listensUntil } = workflow
  const client = useQueryClient()
  const { run, isKnown } = useTestRun(workflow, { looks: true })
  // What came before the page was loaded is taken up with the other runs of the draft.
  const [before, setBefore] = useState<string | null | undefined>(listensUntil === null ? null : undefined)
  if (before === undefined && isKnown) setBefore(run?.id ?? null)
  const came = before === undefined || run?.id === before ? undefined : run?.id
  const tell = useEffectEvent(onCame)
  useEffect(() => {
    if (came !== undefined) tell(came)
  }, [came])
  useEffect(() => {
    if (listensUntil === null) return
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: workflowOf(id).queryKey }),
      Date.parse(listensUntil) - Date.now() + 500,
    )
    return () => clearTimeout(timer)
  }, [client, id, listensUntil])
}
