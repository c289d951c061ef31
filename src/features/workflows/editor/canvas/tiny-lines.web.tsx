import { useStore, ViewportPortal } from '@xyflow/react'
import { useMemo } from 'react'
import { isTiny } from './far.ts'
import type { StepEdge, StepNode } from './flow-model.ts'
import { linesOf } from './lines.ts'

interface TinyLinesProps {
  readonly nodes: readonly StepNode[]
  readonly edges: readonly StepEdge[]
}

/** From so far that nobody can point at a connection, all of them are one drawing: each by itself is a task for the browser. */
export function TinyLines(props: TinyLinesProps) {
  return useStore(isTiny) ? <Lines {...props} /> : null
}

function Lines({ nodes, edges }: TinyLinesProps) {
  const all = useMemo(() => linesOf(nodes, edges), [nodes, edges])
  const target = useMemo(() => edges.filter(({ className }) => className === 'is-target'), [edges])
  return (
    <ViewportPortal>
      <svg className="tiny-lines" aria-hidden="true">
        <path d={all} />
        {target.length === 0 ? null : <path className="is-target" d={linesOf(nodes, target)} />}
      </svg>
    </ViewportPortal>
  )
}
