import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { ApiError, toApiError } from '#src/client/api-error.ts'
import { toast, toasts } from '#src/client/toasts.ts'
import type { Execution, executionsContract } from '#src/features/executions/executions.schema.ts'
import { executionOf } from '#src/features/executions/live-execution.web.tsx'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { Workflow } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'
import type { NodeTypes } from './graph-edit.ts'
import type { LiveRun } from './panel/live-run.ts'
import { broughtLast, type KnownStep, triggerOf } from './panel/sources.ts'
import { useLiveRun } from './panel/use-live-run.web.tsx'
import { sampleInput } from './sample-input.ts'
import { boundsOf, type TrialChoice, type TrialPart } from './trial-choices.ts'
import { type Pinning, usePins } from './use-pins.web.tsx'
import { useTestCalls } from './use-test-calls.web.tsx'

/** What somebody tries of a draft, step by step. */
export interface Trial extends Pinning {
  readonly workflowId: string
  /** The run that was begun last, as it goes on. */
  readonly live: LiveRun
  /** The run that was begun since the page was loaded. */
  readonly begun: string | undefined
  /** Whether the run that is followed was begun by a call of the test address. */
  readonly isFromOutside: boolean
  /** Whether a step is no longer set as it was when this run was begun here. */
  hasChanged(node: GraphNode, executionId: string): boolean
  /** A run that is gone through again: what it came with is what trials begin with. */
  readonly debugged: Execution | undefined
  /** What each step came to when it ran last. */
  readonly known: ReadonlyMap<string, KnownStep>
  run(node: GraphNode, choice: TrialChoice): void
  /** Whether a run is being started, so that another press starts no second one. */
  readonly isStarting: boolean
  stop(): void
  readonly isStopping: boolean
  /** Follows a run that was begun elsewhere on this page. */
  follow(executionId: string): void
}

interface TrialOptions {
  readonly workflow: Pick<Workflow, 'id' | 'listensUntil'>
  readonly draft: Draft
  readonly types: NodeTypes
  /** Opens a step, where the result will be. */
  readonly onRun: (nodeId: string) => void
}

/** Of so many runs it is known what they ran. */
const MOST_NOTED = 20

const offline = () =>
  new ApiError({ code: 'OFFLINE', status: 0, message: 'There is no connection: runs begin on the server' })
const notSaved = () => new ApiError({ code: 'NOT_SAVED', status: 0, message: 'The draft could not be saved first' })
const tell = (title: string) => (error: Error) =>
  toast({ kind: 'error', title, description: toApiError(error).message })

export function useTrial({ workflow, draft, types, onRun }: TrialOptions): Trial {
  const workflowId = workflow.id
  const client = useQueryClient()
  const { live, known, isLooking, begun, begin, watch, isFromOutside, debugged } = useLiveRun(workflowId)
  const [graphs, setGraphs] = useState<ReadonlyMap<string, Graph>>(new Map())
  const note = (executionId: string, graph: Graph) =>
    setGraphs((now) => new Map([...[...now].slice(1 - MOST_NOTED), [executionId, graph]]))
  useTestCalls(workflow, (executionId) => {
    note(executionId, draft.getState().graph)
    watch(executionId)
  })
  const said = useRef<number>(undefined)
  const pinning = usePins({ workflowId, draft, types, known })
  /** What the trigger brings: as a run did, as the sample that is shown until one has, or what is known of the steps before. */
  const beginningOf = (graph: Graph, nodeId: string, part: TrialPart) => {
    if (debugged !== undefined) return { inputOf: debugged.id }
    const trigger = triggerOf(graph, types)
    const isUnknown = !isLooking && trigger !== undefined && known.get(trigger.id)?.step.type !== trigger.type
    if (isUnknown) return { input: sampleInput(graph) }
    const beginsAnew = part === 'upTo' || trigger?.id === nodeId
    return beginsAnew ? { inputOf: broughtLast(graph, types, known)?.id } : {}
  }
  const run = useMutation({
    mutationFn: async ({ node, part, simulate }: TrialChoice & { readonly node: GraphNode }) => {
      if (!navigator.onLine) throw offline()
      if (!(await draft.flush())) throw notSaved()
      // What is typed while the server answers is not in it.
      const { graph } = draft.getState()
      const { execution } = await api<typeof executionsContract.run>('POST', '/api/workflows/:id/run', {
        params: { id: workflowId },
        body: { version: 'draft', ...boundsOf(node.id, part), ...beginningOf(graph, node.id, part), simulate },
      })
      return { execution, graph }
    },
    onSuccess: ({ execution, graph }, { node }) => {
      note(execution.id, graph)
      begin(execution.id)
      onRun(node.id)
    },
    // What was said of the run before is over.
    onMutate: () => {
      if (said.current !== undefined) toasts.dismiss(said.current)
      said.current = undefined
    },
    onError: (error) => {
      said.current = tell('Run failed')(error)
    },
  })
  const stop = useMutation({
    mutationFn: (executionId: string) =>
      api<typeof executionsContract.cancel>('POST', '/api/executions/:id/cancel', { params: { id: executionId } }),
    onError: (error) => {
      // It ended by itself a moment before.
      if (toApiError(error).code !== 'EXECUTION_FINISHED') tell('The run goes on')(error)
    },
    onSettled: (_, __, executionId) => client.invalidateQueries({ queryKey: executionOf(executionId).queryKey }),
  })
  return {
    ...pinning,
    workflowId,
    live,
    known,
    begun,
    isFromOutside,
    debugged,
    isStarting: run.isPending,
    isStopping: stop.isPending,
    stop: () => (live.executionId === undefined || stop.isPending ? undefined : stop.mutate(live.executionId)),
    follow(executionId) {
      note(executionId, draft.getState().graph)
      begin(executionId)
    },
    hasChanged(node, executionId) {
      const ran = graphs.get(executionId)
      const then = ran === undefined ? undefined : nodeById(ran, node.id)
      return then !== undefined && !isSameJson(then.config, node.config)
    },
    run: (node, choice) => (run.isPending ? undefined : run.mutate({ node, ...choice })),
  }
}
