import { expect, test } from 'vitest'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes, nodeCatalog } from '#src/nodes/index.ts'
import { nodeTypesByName } from '../graph-edit.ts'
import { flowEdges, flowNodes } from './flow-model.ts'
import { linesOf } from './lines.ts'
import { PLAIN_STATE } from './step-state.ts'

const types = nodeTypesByName(nodeCatalog(createNodes({ isPureTool: () => true })) as unknown as NodeTypeEntry[])

test('all connections as one path go from way to way, and what leads nowhere is left out', () => {
  const graph = Graph.parse({
    nodes: [
      { id: 'a', key: 'a', type: 'manual', name: 'A', position: { x: 0, y: 0 } },
      { id: 'b', key: 'b', type: 'if', name: 'B', position: { x: 312, y: 0 } },
      { id: 'c', key: 'c', type: 'set', name: 'C', position: { x: 624, y: 120 } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', port: 'false', to: 'c' },
      { from: 'b', port: 'true', to: 'gone' },
    ],
  })
  const source = { graph, types, stateOf: () => PLAIN_STATE }
  // From the dot at the right border of a step, 5 px beyond it, to that at the left one of the next.
  expect(linesOf(flowNodes(source, []), flowEdges(source, []))).toBe(
    'M245,36 C276,36 276,36 307,36M557,50 C588,50 588,156 619,156',
  )
})
