import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getting } from '#src/client/query-client.ts'
import { useLoadedQuery } from '#src/client/query-view.tsx'
import type { ExecutionEvent, StepRecord } from '#src/engine/engine.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { isFinal } from '#src/lib/run-status.ts'
import type { executionsContract } from './executions.schema.ts'
import { isNews, withLiveSteps, withToldStep } from './live-steps.ts'
import { lookAtMs } from './looking.ts'

type Answer = AnswerOf<typeof executionsContract.get>

export const executionOf = (id: string) => getting<typeof executionsContract.get>('/api/executions', id)

/** The same, fetched again while it goes on: what the stream leaves out, such as the turns of loops, is only there. */
export const liveExecutionOf = (id: string) => ({
  ...executionOf(id),
  refetchInterval: ({ state }: { readonly state: { readonly data?: Answer | undefined } }) =>
    lookAtMs(state.data?.execution),
})

/** One execution; while it goes on, each step as it is told. */
export function useExecution(id: string, loaded: Answer | undefined) {
  const query = useLoadedQuery(executionOf(id), loaded)
  const execution = query.data?.execution
  const live = execution !== undefined && !isFinal(execution.status)
  const told = useToldSteps(id, live)
  useQuery({ ...liveExecutionOf(id), enabled: live })
  // The same one as long as neither said anything new.
  const data = useMemo(
    () => execution && { execution: { ...execution, steps: withLiveSteps(execution.steps, told) } },
    [execution, told],
  )
  return { query: { ...query, data }, live }
}

/** What the stream tells of one execution, from when somebody listens. */
export function useToldSteps(id: string, live: boolean): readonly StepRecord[] {
  const client = useQueryClient()
  const [told, setTold] = useState<{ id: string; steps: readonly StepRecord[] }>({ id, steps: [] })
  if (told.id !== id) setTold({ id, steps: [] })
  useEffect(() => {
    if (!live) return
    const source = new EventSource(`/api/executions/${encodeURIComponent(id)}/events`)
    const { queryKey } = executionOf(id)
    // One that is on its way already is new enough.
    const look = () => void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
    const listen = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as ExecutionEvent
      if (event.kind === 'step') {
        setTold((now) => ({ id, steps: withToldStep(now.id === id ? now.steps : [], event.step) }))
        // A run that waited goes on again, although the next look may be far away.
        const fetched = client.getQueryData(queryKey)?.execution
        if (fetched?.status === 'waiting' && isNews(fetched.steps, event.step)) look()
      } else if (isFinal(event.status)) {
        // The server ends the stream here; left open, the browser would ask for it again and again.
        source.close()
        void client.invalidateQueries({ queryKey, exact: true })
      }
    }
    // Again after each break, too: what was told while nobody listened is in the log.
    source.addEventListener('open', look)
    source.addEventListener('step', listen)
    source.addEventListener('execution', listen)
    return () => source.close()
  }, [client, id, live])
  return told.steps
}
