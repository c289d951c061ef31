import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import type { Execution, executionsContract } from '#src/features/executions/executions.schema.ts'
import { executionOf, liveExecutionOf, useToldSteps } from '#src/features/executions/live-execution.web.tsx'
import { withLiveSteps } from '#src/features/executions/live-steps.ts'
import { isUnderWay, type LiveRun, NO_RUN, runToFollow, stepsByNode, withRun } from './live-run.ts'
import type { KnownStep } from './sources.ts'

/**
 * Follows the run that was begun last from this editor, each step as it is told; after a reload it takes up the newest
 * run of the draft, or the one that the address names as the one to go through again. `begin` says which run to follow
 * from now on, `watch` the same of one that came from outside.
 */
export function useLiveRun(workflowId: string) {
  const [begun, setBegun] = useState<string>()
  const [watched, watch] = useState<string>()
  const begin = (executionId: string) => {
    setBegun(executionId)
    watch(executionId)
  }
  const named = useSearchParams()[0].get('run') ?? undefined
  // Links inside the editor do not name it again.
  const [kept, setKept] = useState(named)
  if (named !== undefined && named !== kept) setKept(named)
  const runs = useQuery({
    ...getting<typeof executionsContract.list>('/api/workflows', workflowId, 'executions?version=draft'),
    // An answer from before this page says nothing of what has begun since.
    staleTime: 0,
    enabled: watched === undefined,
  })
  const executionId = watched ?? (runs.isPending ? undefined : runToFollow(runs.data?.executions ?? [], kept))
  const { data } = useQuery({ ...liveExecutionOf(executionId ?? ''), enabled: executionId !== undefined })
  const execution = data?.execution
  const again = useQuery({ ...executionOf(kept ?? ''), enabled: kept !== undefined }).data?.execution
  const debugged = again?.workflowId === workflowId ? again : undefined
  const told = useToldSteps(executionId ?? '', executionId !== undefined && isUnderWay(execution?.status ?? 'queued'))
  const live = useMemo((): LiveRun => {
    if (executionId === undefined) return NO_RUN
    const steps = stepsByNode(withLiveSteps(execution?.steps ?? [], told))
    // Of a run that is taken up again nothing is known until it is here.
    const status = execution?.status ?? (watched === undefined ? undefined : 'queued')
    return { executionId, status, steps, error: execution?.error ?? null, simulated: execution?.simulated ?? false }
  }, [executionId, execution, told, watched])
  const [known, setKnown] = useState<ReadonlyMap<string, KnownStep>>(new Map())
  const isWanted = watched === undefined && runs.isSuccess && executionId === undefined
  const { before, isLooking: isLookingBefore } = useRunBefore(workflowId, isWanted)
  const isLooking =
    watched === undefined && (runs.isPending || (executionId === undefined ? isLookingBefore : data === undefined))
  // It stays known once a draft runs.
  const [lastBefore, setLastBefore] = useState(before)
  if (before !== undefined && lastBefore !== before) setLastBefore(before)
  const [seen, setSeen] = useState(live)
  if (seen !== live) {
    setSeen(live)
    setKnown(withRun(known, live))
  }
  const isFromOutside = watched !== begun
  const all = useMemo(() => {
    // What came since is newer.
    return lastBefore === undefined ? known : new Map([...withRun(new Map(), runOf(lastBefore)), ...known])
  }, [known, lastBefore])
  return { live, known: all, isLooking, begun, begin, watch, isFromOutside, debugged }
}

/** The newest run that has ended, of any version: what it brought is known where no draft has run. */
function useRunBefore(workflowId: string, isWanted: boolean) {
  const runs = useQuery({
    ...getting<typeof executionsContract.list>('/api/workflows', workflowId, 'executions'),
    // A call may have come since.
    staleTime: 0,
    enabled: isWanted,
  })
  const newest = runs.data?.executions.find(({ status, simulated }) => !isUnderWay(status) && !simulated)?.id
  const run = useQuery({ ...executionOf(newest ?? ''), enabled: isWanted && newest !== undefined })
  const before = run.data?.execution
  return { before, isLooking: isWanted && (runs.isPending || (newest !== undefined && before === undefined)) }
}

const runOf = ({ id, status, steps, error, simulated }: Execution): LiveRun => {
  return { executionId: id, status, steps: stepsByNode(steps), error, simulated }
}
