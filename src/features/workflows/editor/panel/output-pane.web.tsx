import { Pencil, Pin, PinOff } from 'lucide-react'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { type NodeTypes, portsOf } from '../graph-edit.ts'
import { canPin } from '../trial-choices.ts'
import type { Trial } from '../use-trial.web.tsx'
import type { StepData } from './use-step-data.web.tsx'
import { ValuePane } from './value-pane.web.tsx'

interface OutputPaneProps {
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly trial: Trial
  readonly data: StepData
}

/** What the step gave last, or what is pinned in its place. */
export function OutputPane({ node, types, trial, data: { own, load } }: OutputPaneProps) {
  if (own === undefined) return null
  const isPinned = own.origin === 'pinned'
  const [port, ...others] = portsOf(node, types)
  const { value } = own
  const pinIt = () =>
    value !== undefined && port !== undefined && others.length === 0 ? trial.pinNow(node, value, port) : trial.pin(node)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isPinned ? (
        <p className="rounded-6 bg-pin-soft px-3 py-2 text-14 text-pin">
          Runs of the draft take its pinned output instead of running it. Published versions ignore pins and run it.
        </p>
      ) : null}
      {canPin(types.get(node.type)) ? (
        <div className="flex flex-wrap gap-2">
          {/* One button, so that whoever presses it keeps the focus. */}
          <Button size="dense" icon={isPinned ? PinOff : Pin} onClick={isPinned ? () => trial.unpin(node) : pinIt}>
            {isPinned ? 'Unpin' : value === undefined ? 'Pin an output' : 'Pin this output'}
          </Button>
          {isPinned ? (
            <Button size="dense" icon={Pencil} onClick={() => trial.pin(node)}>
              Edit the pinned output
            </Button>
          ) : null}
        </div>
      ) : null}
      <ValuePane
        source={own}
        label={`the output of ${node.name}`}
        empty="Run the step to see what it gives, or pin an output to go on without running it."
        onLoad={() => load(node.id)}
      />
    </div>
  )
}
