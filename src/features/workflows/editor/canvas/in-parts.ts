import type { Box } from '#src/lib/graph/boxes.ts'
import type { StepNode } from './flow-model.ts'
import { isStepInSight } from './sight.ts'

/**
 * How many steps are drawn anew in one go. The canvas library draws all that are given to it before it answers again:
 * a thousand, which tidying moves and a new step renames, kept a slower machine for almost half a second.
 */
export const MOST_AT_ONCE = 120

/**
 * The next of several drawings on the way from `before` to `goal`: what is new there or gone, and of the steps that
 * changed so many as are drawn in one go, those in sight first. `goal` itself when nothing is left for another one.
 */
export function nextPart(before: readonly StepNode[], goal: StepNode[], sight: Box): StepNode[] {
  const known = new Map(before.map((node) => [node.id, node]))
  const changed = goal.filter((node) => (known.get(node.id) ?? node) !== node)
  if (changed.length <= MOST_AT_ONCE) return goal
  const isSeen = (node: StepNode | undefined) => node !== undefined && isStepInSight(boxOf(node), sight)
  const { seen = [], unseen = [] } = Object.groupBy(changed, (node) =>
    isSeen(node) || isSeen(known.get(node.id)) ? 'seen' : 'unseen',
  )
  const now = new Set([...seen, ...unseen].slice(0, MOST_AT_ONCE))
  return goal.map((node) => (now.has(node) ? node : (known.get(node.id) ?? node)))
}

const boxOf = ({ position, width = 0, height = 0 }: StepNode): Box => ({ ...position, width, height })
