import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#src/client/api.ts'
import { ApiError, toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { toast } from '#src/client/toasts.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { Pins, pinsContract } from '../pins/pins.schema.ts'
import type { Draft } from './draft.ts'
import type { NodeTypes } from './graph-edit.ts'
import { PinDialog } from './pin-dialog.web.tsx'
import { boundsOf, type TrialPart } from './trial-choices.ts'

/** What somebody tries of a draft, step by step. */
export interface Trial {
  readonly workflowId: string
  readonly pins: Readonly<Record<string, unknown>>
  /** The execution that was started last at a step. */
  executionAt(nodeId: string): string | undefined
  run(node: GraphNode, part: TrialPart): void
  /** Asks for the output that is to stand for the step. */
  pin(node: GraphNode): void
  unpin(node: GraphNode): void
  readonly dialog: ReactNode
}

interface TrialOptions {
  readonly workflowId: string
  readonly draft: Draft
  readonly types: NodeTypes
  /** Opens a step, where the result will be. */
  readonly onRun: (nodeId: string) => void
}

const pinsOf = (id: string) => getting<typeof pinsContract.list>('/api/workflows', id, 'pins')
const notSaved = () => new ApiError({ code: 'NOT_SAVED', status: 0, message: 'The draft could not be saved first' })
const tell = (title: string) => (error: Error) =>
  toast({ kind: 'error', title, description: toApiError(error).message })

export function useTrial({ workflowId, draft, types, onRun }: TrialOptions): Trial {
  const client = useQueryClient()
  const [started, setStarted] = useState<ReadonlyMap<string, string>>(new Map())
  const [pinning, setPinning] = useState<GraphNode>()
  const pins = useQuery(pinsOf(workflowId)).data?.pins ?? {}
  const refresh = () => client.invalidateQueries({ queryKey: pinsOf(workflowId).queryKey })
  const run = useMutation({
    mutationFn: async ({ node, part }: { node: GraphNode; part: TrialPart }) => {
      if (!(await draft.flush())) throw notSaved()
      return api<typeof executionsContract.run>('POST', '/api/workflows/:id/run', {
        params: { id: workflowId },
        body: { version: 'draft', ...boundsOf(node.id, part) },
      })
    },
    onSuccess: ({ execution }, { node }) => {
      setStarted((known) => new Map(known).set(node.id, execution.id))
      onRun(node.id)
    },
    onError: tell('Run failed'),
  })
  const unpin = useMutation({
    mutationFn: (node: GraphNode) =>
      api<typeof pinsContract.remove>('DELETE', '/api/workflows/:id/pins/:nodeId', {
        params: { id: workflowId, nodeId: node.id },
      }),
    onError: tell('The output is still pinned'),
    onSettled: refresh,
  })
  return {
    workflowId,
    pins,
    executionAt: (nodeId) => started.get(nodeId),
    run: (node, part) => (run.isPending ? undefined : run.mutate({ node, part })),
    pin: setPinning,
    unpin: (node) => unpin.mutate(node),
    dialog:
      pinning === undefined ? null : (
        <PinDialog
          {...{ workflowId, types, node: pinning, executionId: started.get(pinning.id) }}
          pin={(pins as Pins)[pinning.id]}
          onClose={() => setPinning(undefined)}
          onPinned={() => {
            setPinning(undefined)
            void refresh()
          }}
        />
      ),
  }
}
