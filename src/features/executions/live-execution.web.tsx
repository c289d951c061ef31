import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getting } from '#src/client/query-client.ts'
import { useLoadedQuery } from '#src/client/query-view.tsx'
import type { ExecutionEvent, StepRecord } from '#src/engine/engine.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { isFinal } from '#src/lib/run-status.ts'
import type { executionsContract } from './executions.schema.ts'
import { withLiveSteps, withToldStep } from './live-steps.ts'

type Answer = AnswerOf<typeof executionsContract.get>

export const executionOf = (id: string) => getting<typeof executionsContract.get>('/api/executions', id)

/** What was told before this page listened is in the log a moment later. */
const LOOK_MS = 1500

/** One execution; while it goes on, each step as it is told. */
export function useExecution(id: string, loaded: Answer | undefined) {
  const query = useLoadedQuery(executionOf(id), loaded)
  const execution = query.data?.execution
  const live = execution !== undefined && !isFinal(execution.status)
  const told = useToldSteps(id, live)
  useQuery({ ...executionOf(id), enabled: live, refetchInterval: LOOK_MS })
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
    const listen = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as ExecutionEvent
      if (event.kind === 'step')
        setTold((now) => ({ id, steps: withToldStep(now.id === id ? now.steps : [], event.step) }))
      else if (isFinal(event.status)) {
        // The server ends the stream here; left open, the browser would ask for it again and again.
        source.close()
        void client.invalidateQueries({ queryKey: executionOf(id).queryKey })
      }
    }
    source.addEventListener('step', listen)
    source.addEventListener('execution', listen)
    return () => source.close()
  }, [client, id, live])
  return told.steps
}
