import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'

/** The part of a draft that somebody tries, seen from one step. */
export type TrialPart = 'step' | 'upTo' | 'from'

export const boundsOf = (nodeId: string, part: TrialPart): { from?: string; upTo?: string } => ({
  ...(part !== 'upTo' && { from: nodeId }),
  ...(part !== 'from' && { upTo: nodeId }),
})

export interface TrialChoice {
  readonly part: TrialPart
  readonly label: string
  /** Nothing runs that reaches further than the server. */
  readonly simulate: boolean
}

const PARTS: readonly (readonly [TrialPart, where: string])[] = [
  ['step', 'this step'],
  ['upTo', 'up to here'],
  ['from', 'from here'],
]
const CHOICES: readonly TrialChoice[] = [
  ...PARTS.map(([part, where]) => ({ part, label: `Run ${where}`, simulate: false })),
  ...PARTS.map(([part, where]) => ({ part, label: `Simulate ${where}`, simulate: true })),
]

/** What can be tried at a step: nothing at a note, and nothing at what is passed by. */
export function trialChoices(node: GraphNode, type: NodeTypeEntry | undefined): readonly TrialChoice[] {
  if (type === undefined || type.category === 'note' || node.disabled) return []
  return type.category === 'trigger' ? CHOICES.filter(({ part }) => part === 'from') : CHOICES
}

/** Whether an output can stand for the step: a trigger gives what started the run. */
export const canPin = (type: NodeTypeEntry | undefined): boolean =>
  type !== undefined && type.category !== 'note' && type.category !== 'trigger'
