import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { targetsOf } from '#src/lib/graph/connect.ts'
import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { leaving, nodeById } from '#src/lib/graph/order.ts'
import { type ChoiceGroup, Chooser } from './chooser.web.tsx'
import { type NodeTypes, portsOf, portText } from './graph-edit.ts'
import { NodeIcon } from './node-icon.web.tsx'
import type { Gestures } from './use-gestures.web.tsx'

interface ConnectDialogProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly node: GraphNode
  readonly gestures: Gestures
  readonly onClose: () => void
}

/** What a step may lead to, by way out, and what it leads to already. Only what can be connected is offered. */
export function ConnectDialog({ graph, types, node, gestures, onClose }: ConnectDialogProps) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase()
  const matches = ({ name }: GraphNode) => name.toLowerCase().includes(words)
  const wayOut = (port: string) => portText(port, node, types)
  const ways = portsOf(node, types).map(
    (port): ChoiceGroup => ({
      heading: wayOut(port) === '' ? 'Leads to' : `Leads to, ${wayOut(port)}`,
      choices: targetsOf(graph, node.id, port, gestures.kinds)
        .filter(matches)
        .map((target) => ({
          key: `${port} ${target.id}`,
          title: target.name,
          detail: types.get(target.type)?.title ?? target.type,
          icon: <NodeIcon name={types.get(target.type)?.icon} category={types.get(target.type)?.category} />,
          onChoose: () => void gestures.connect({ from: node.id, port, to: target.id }),
        })),
    }),
  )
  const cuts: ChoiceGroup = {
    heading: 'Connected already: choose one to remove',
    choices: leaving(graph, node.id).flatMap((edge: GraphEdge) => {
      const target = nodeById(graph, edge.to)
      if (target === undefined || !matches(target)) return []
      return {
        key: `cut ${edge.port} ${edge.to}`,
        title: `Disconnect ${target.name}`,
        detail: wayOut(edge.port) || 'The only way out',
        icon: <Unlink size={16} className="m-2 text-bad" />,
        onChoose: () => void gestures.disconnect(edge),
      }
    }),
  }
  return (
    <Chooser
      {...{ typed, onClose }}
      groups={[...ways, cuts].filter(({ choices }) => choices.length > 0)}
      label={`Connect ${node.name} to…`}
      placeholder="Search steps…"
      hint={`From ${node.name}`}
      empty="Nothing here can follow this step."
      onType={setTyped}
    />
  )
}
