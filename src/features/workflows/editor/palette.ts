import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import { type Spot, wayFrom } from '#src/lib/graph/add.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { portsOf as portsFrom } from '#src/lib/graph/ports.ts'
import { foldWords, MIN_TYPO_LENGTH, withinOneEdit } from '#src/lib/search-words.ts'
import { hasTrigger, kindsOf, type NodeTypes, portsOf, portText } from './graph-edit.ts'
import { otherNamesOf } from './other-names.ts'
import { outlineOf } from './outline.ts'

interface PaletteGroup {
  readonly heading: string
  readonly entries: readonly NodeTypeEntry[]
}

/** Nothing stands there but what starts it. */
export const isBeginning = ({ nodes }: Graph): boolean => nodes.length <= 1

/** Nobody has said yet what starts it: a new workflow comes with a manual start. */
export const isUndecided = (graph: Graph): boolean =>
  isBeginning(graph) && graph.nodes.every(({ type }) => type === 'manual')

interface PaletteQuery {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly spot: Spot
  /** Types that were added last, the newest first. */
  readonly recent: readonly string[]
  readonly typed: string
  /** Only what starts a workflow is asked for, to take the place of what does. */
  readonly startsOnly?: boolean
}

const HEADINGS: Readonly<Record<NodeTypeEntry['category'], string>> = {
  trigger: 'What starts it',
  action: 'Do something',
  logic: 'Decide and repeat',
  note: 'Remember',
}
const ORDER: readonly NodeTypeEntry['category'][] = ['trigger', 'action', 'logic', 'note']
const MOST_RECENT = 4

/** Whether a step of this type can stand there. A workflow has one trigger, and begins with it. */
export function fits(
  type: NodeTypeEntry,
  { graph, types, spot }: Pick<PaletteQuery, 'graph' | 'types' | 'spot'>,
): boolean {
  const needsTrigger = !hasTrigger(graph, types)
  if (type.category === 'trigger') return needsTrigger && !('from' in spot)
  if (type.category === 'note') return !('from' in spot || 'to' in spot || 'on' in spot)
  if (needsTrigger && graph.nodes.length === 0) return false
  // What ends a run has nothing behind it.
  return !isBetween(graph, spot) || portsFrom(type.ports, {}).length > 0
}

/** Whether something follows what is added there. */
const isBetween = (graph: Graph, spot: Spot): boolean =>
  'on' in spot ||
  'to' in spot ||
  ('after' in spot &&
    spot.port !== undefined &&
    graph.edges.some(({ from, port }) => from === spot.after && port === spot.port))

/** How well a type answers to what was typed; 0 is not at all. */
function score({ title, type, description, category }: NodeTypeEntry, typed: string): number {
  const words = typed
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
  const name = title.toLowerCase()
  const parts = name.split(/\W+/)
  const others = otherNamesOf(type)
  const rest = `${type} ${description} ${category}`.toLowerCase()
  const scores = words.map((word) => {
    if (name.startsWith(word)) return 5
    if (parts.some((part) => part.startsWith(word))) return 4
    if (others.some((other) => other.startsWith(word))) return 3
    if (name.includes(word)) return 2
    if (rest.includes(word)) return 1
    // Of three letters one other makes too many: set and get.
    const isMisspelt = (part: string) => word.length > MIN_TYPO_LENGTH && withinOneEdit(word, part)
    return parts.some(isMisspelt) ? 0.5 : others.some(isMisspelt) ? 0.25 : 0
  })
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, one) => sum + one, 0)
}

/** Whether a word of the title begins with each of those that were typed. */
export function isCalled(title: string, typed: string): boolean {
  const parts = foldWords(title)
  return foldWords(typed).every((word) => parts.some((part) => part.startsWith(word)))
}

/** The newest first; what was not added of late is all alike. */
const recency = (recent: readonly string[], { type }: NodeTypeEntry): number =>
  recent.includes(type) ? recent.indexOf(type) : recent.length

/** What can be added there: by group, or what was typed with the best answer first, of those alike what was added last. */
export function paletteGroups(query: PaletteQuery): PaletteGroup[] {
  const offered = [...query.types.values()].filter((type) =>
    query.startsOnly ? type.category === 'trigger' : fits(type, query),
  )
  if (query.typed.trim() !== '') {
    const found = offered
      .map((type) => ({ type, points: score(type, query.typed) }))
      .filter(({ points }) => points > 0)
      .toSorted(
        (a, b) =>
          b.points - a.points ||
          recency(query.recent, a.type) - recency(query.recent, b.type) ||
          a.type.title.localeCompare(b.type.title),
      )
    return found.length === 0 ? [] : [{ heading: 'Found', entries: found.map(({ type }) => type) }]
  }
  const recent = query.recent.flatMap((name) => offered.find(({ type }) => type === name) ?? []).slice(0, MOST_RECENT)
  const groups = ORDER.map((category) => ({
    heading: HEADINGS[category],
    entries: offered.filter((type) => type.category === category && !recent.includes(type)),
  }))
  return [{ heading: 'Recent', entries: recent }, ...groups].filter(({ entries }) => entries.length > 0)
}

/** Where a step goes when nobody points anywhere: behind the step in hand if it leads on, else behind the last one that does. */
export function usualSpot(graph: Graph, types: NodeTypes, inHand: string | undefined): Spot {
  const step = nodeById(graph, inHand ?? '')
  if (step !== undefined && portsOf(step, types).length > 0) return { after: step.id }
  const open = outlineOf(graph)
    .map(({ node }) => node)
    .toReversed()
    .find((node) =>
      portsOf(node, types).some((port) => !graph.edges.some((edge) => edge.from === node.id && edge.port === port)),
    )
  return open === undefined ? { at: { x: 0, y: 0 } } : { after: open.id }
}

/** The same, as people read it; a way out that has a name comes first, as there is not room for all. */
export function spotText(spot: Spot, graph: Graph, types: NodeTypes): string {
  const name = (id: string) => nodeById(graph, id)?.name ?? id
  const way = (id: string, wanted?: string) => {
    const node = nodeById(graph, id)
    const port = wanted ?? (node && wayFrom(graph, node, kindsOf(types))) ?? 'out'
    const text = [portText(port, node, types), `after ${name(id)}`].filter(Boolean).join(', ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  if ('on' in spot) return `Between ${name(spot.on.from)} and ${name(spot.on.to)}`
  if ('after' in spot) return way(spot.after, spot.port)
  if ('to' in spot) return `Before ${name(spot.to)}`
  return 'from' in spot ? way(spot.from, spot.port) : 'On the bench'
}
