import type { Box } from '#src/lib/graph/boxes.ts'
import type { StepNode } from './flow-model.ts'
import { isStepInSight } from './sight.ts'

/**
 * How many steps are drawn anew in one go. The canvas library draws all that are given to it before it answers again:
 * a thousand, which tidying moves and a new step renames, kept a slower machine for almost half a second.
 */
export const MOST_AT_ONCE = 150

type Steps = readonly StepNode[]

const byId = (nodes: Steps): ReadonlyMap<string, StepNode> => new Map(nodes.map((node) => [node.id, node]))

/** Those that were there before, and looked different. */
const changedIn = (known: ReadonlyMap<string, StepNode>, goal: Steps): StepNode[] =>
  goal.filter((node) => (known.get(node.id) ?? node) !== node)

/**
 * What is drawn together with the change that asks for `goal`: all of it, or, where that is too much at once, only what is
 * new or gone. Making the change is work of its own.
 */
export function firstPart(before: StepNode[], goal: StepNode[]): StepNode[] {
  const known = byId(before)
  if (changedIn(known, goal).length <= MOST_AT_ONCE) return goal
  const nodes = goal.map((node) => known.get(node.id) ?? node)
  return nodes.length === before.length && nodes.every((node, index) => node === before[index]) ? before : nodes
}

/** As many steps of `goal` as are drawn in one go, those in sight first; `goal` itself when it is reached. */
export function nextPart(before: Steps, goal: StepNode[], sight: Box): StepNode[] {
  const known = byId(before)
  const changed = changedIn(known, goal)
  if (changed.length <= MOST_AT_ONCE) return goal
  const isSeen = (node: StepNode | undefined) => node !== undefined && isStepInSight(boxOf(node), sight)
  const { seen = [], unseen = [] } = Object.groupBy(changed, (node) =>
    isSeen(node) || isSeen(known.get(node.id)) ? 'seen' : 'unseen',
  )
  const now = new Set([...seen, ...unseen].slice(0, MOST_AT_ONCE))
  return goal.map((node) => (now.has(node) ? node : (known.get(node.id) ?? node)))
}

const boxOf = ({ position, width = 0, height = 0 }: StepNode): Box => ({ ...position, width, height })
