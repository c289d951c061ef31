import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { toast, UNDO_SHOWN_MS } from '#src/client/toasts.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { Pin, Pins, pinsContract } from '../pins/pins.schema.ts'
import type { NodeTypes } from './graph-edit.ts'
import type { KnownStep } from './panel/sources.ts'

const PinDialog = lazyPart(async () => (await import('./pin-dialog.web.tsx')).PinDialog)

export interface Pinning {
  readonly pins: Readonly<Record<string, unknown>>
  /** Asks for the output that is to stand for the step. */
  pin(node: GraphNode): void
  /** Lets an output stand for the step at once. */
  pinNow(node: GraphNode, output: Json, port: string): void
  unpin(node: GraphNode): void
  readonly dialog: ReactNode
}

interface PinOptions {
  readonly workflowId: string
  readonly types: NodeTypes
  /** What each step came to when it ran last. */
  readonly known: ReadonlyMap<string, KnownStep>
}

const pinsOf = (id: string) => getting<typeof pinsContract.list>('/api/workflows', id, 'pins')
const NO_PINS = {}
const tell = (title: string) => (error: Error) =>
  toast({ kind: 'error', title, description: toApiError(error).message })

/** The outputs that stand for steps while a draft is tried. One that is lost can be had back. */
export function usePins({ workflowId, types, known }: PinOptions): Pinning {
  const client = useQueryClient()
  const [pinning, setPinning] = useState<GraphNode>()
  const pins = (useQuery(pinsOf(workflowId)).data?.pins ?? NO_PINS) as Pins
  const refresh = () => client.invalidateQueries({ queryKey: pinsOf(workflowId).queryKey })
  const put = useMutation({
    mutationFn: ({ nodeId, ...body }: Pin & { readonly nodeId: string }) =>
      api<typeof pinsContract.set>('PUT', '/api/workflows/:id/pins/:nodeId', {
        params: { id: workflowId, nodeId },
        body,
      }),
    onError: tell('The output is not pinned'),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (nodeId: string) =>
      api<typeof pinsContract.remove>('DELETE', '/api/workflows/:id/pins/:nodeId', {
        params: { id: workflowId, nodeId },
      }),
    onError: tell('The output is still pinned'),
    onSettled: refresh,
  })
  const offerBack = (title: string, nodeId: string, lost: Pin | undefined) => {
    if (lost === undefined) return
    const action = { label: 'Undo', onClick: () => put.mutate({ nodeId, ...lost }) }
    toast({ kind: 'success', title, action, shownMs: UNDO_SHOWN_MS })
  }
  const replaced =
    ({ id, name }: GraphNode, lost: Pin | undefined) =>
    () =>
      offerBack(`“${name}” has another pinned output`, id, lost)
  return {
    pins,
    pin: setPinning,
    pinNow: (node, output, port) =>
      put.mutate({ nodeId: node.id, output, port }, { onSuccess: replaced(node, pins[node.id]) }),
    unpin: ({ id, name }) => {
      const lost = pins[id]
      remove.mutate(id, { onSuccess: () => offerBack(`“${name}” is no longer pinned`, id, lost) })
    },
    dialog:
      pinning === undefined ? null : (
        <Suspense fallback={null}>
          <PinDialog
            {...{ workflowId, types, node: pinning, executionId: known.get(pinning.id)?.executionId }}
            pin={pins[pinning.id]}
            onClose={() => setPinning(undefined)}
            onPinned={() => {
              replaced(pinning, pins[pinning.id])()
              setPinning(undefined)
              void refresh()
            }}
          />
        </Suspense>
      ),
  }
}
