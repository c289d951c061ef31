import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { Pin, Pins } from '../pins/pins.schema.ts'
import { pinsOf } from '../workflow-queries.web.tsx'
import { offerBack } from './change-beside.web.tsx'
import type { Draft } from './draft.ts'
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
  readonly draft: Draft
  readonly types: NodeTypes
  /** What each step came to when it ran last. */
  readonly known: ReadonlyMap<string, KnownStep>
}

const NO_PINS = {}
const tell = (title: string) => (error: Error) =>
  toast({ kind: 'error', title, description: toApiError(error).message })

/** The outputs that stand for steps while a draft is tried. Undo and redo change them as they do steps. */
export function usePins({ workflowId, draft, types, known }: PinOptions): Pinning {
  const [pinning, setPinning] = useState<GraphNode>()
  const pins = (useQuery(pinsOf(workflowId)).data?.pins ?? NO_PINS) as Pins
  const setPin = async ({ id: nodeId, name }: GraphNode, after: Pin | null) => {
    const label = `${after === null ? 'Unpin' : 'Pin'} “${name}”`
    const change = await draft.changeBeside({ kind: 'pin', nodeId, after }, label)
    if (change === undefined || change.before === null) return
    const title = after === null ? `“${name}” is no longer pinned` : `“${name}” has another pinned output`
    offerBack(draft, title, change, `Pin “${name}”`)
  }
  return {
    pins,
    pin: setPinning,
    pinNow: (node, output, port) => void setPin(node, { output, port }).catch(tell('The output is not pinned')),
    unpin: (node) => void setPin(node, null).catch(tell('The output is still pinned')),
    dialog:
      pinning === undefined ? null : (
        <Suspense fallback={null}>
          <PinDialog
            {...{ types, node: pinning, executionId: known.get(pinning.id)?.executionId }}
            pin={pins[pinning.id]}
            onClose={() => setPinning(undefined)}
            onPin={async (pin) => {
              await setPin(pinning, pin)
              setPinning(undefined)
            }}
          />
        </Suspense>
      ),
  }
}
