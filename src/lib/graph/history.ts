import { isSameJson } from '../same-json.ts'
import type { BesideChange } from './beside.ts'
import type { Graph, GraphNode } from './graph.schema.ts'
import { cycleIn } from './order.ts'
import { applyPatch, type GraphPatch, inverse, NO_PATCH, patchBetween } from './patch.ts'

/** Steps that can be undone. */
export const MAX_STEPS = 1000
/** Changes of one group that follow each other within this time are one step. */
export const BURST_MS = 1500

interface HistoryStep {
  /** Continues "Undo: …". */
  readonly label: string
  /** Changes of the same group can be one step: typing in one field. */
  readonly group: string | null
  /** Milliseconds since 1970 of its last change. */
  readonly at: number
  readonly patch: GraphPatch
  /** It has changed this, and nothing of the graph. */
  readonly beside?: BesideChange
}

/** What can be undone, the last one last, and what can be done again, the next one last. */
export interface History {
  readonly past: readonly HistoryStep[]
  readonly future: readonly HistoryStep[]
}

export const NO_HISTORY: History = { past: [], future: [] }

export interface Change {
  readonly label?: string | undefined
  readonly group?: string | undefined
}

interface Made extends Change {
  readonly before: Graph
  readonly after: Graph
  readonly at: number
}

/** With one more step, or with its last one extended; what had been undone cannot be done again. */
export function recorded(history: History, { before, after, at, label, group: wanted }: Made): History {
  const patch = patchBetween(before, after)
  if (patch === undefined) return history
  const group = wanted ?? groupOf(patch)
  const last = history.past.at(-1)
  const continues =
    last !== undefined &&
    group !== null &&
    last.group === group &&
    history.future.length === 0 &&
    at - last.at <= BURST_MS
  if (!continues) {
    const step = { label: label ?? labelOf(patch), group, at, patch }
    return { past: [...history.past, step].slice(-MAX_STEPS), future: [] }
  }
  const whole = patchBetween(applyPatch(before, inverse(last.patch)), after)
  const earlier = history.past.slice(0, -1)
  if (whole === undefined) return { past: earlier, future: [] }
  return { past: [...earlier, { label: label ?? labelOf(whole), group, at, patch: whole }], future: [] }
}

/** Milliseconds since 1970 when somebody last did or undid something; 0 when nobody did. */
export const lastChangeIn = ({ past, future }: History): number => Math.max(past.at(-1)?.at ?? 0, future[0]?.at ?? 0)

/** Characters of what was changed beside the graph: all of it is written down with every change. */
export const MAX_BESIDE_CHARS = 2_000_000

const sizeOf = ({ beside }: HistoryStep): number => (beside === undefined ? 0 : JSON.stringify(beside).length)

/** The newest steps, as many as are kept. */
function trimmed(past: readonly HistoryStep[]): readonly HistoryStep[] {
  const steps = past.slice(-MAX_STEPS)
  let chars = 0
  const tooOld = steps.findLastIndex((one) => {
    chars += sizeOf(one)
    return chars > MAX_BESIDE_CHARS
  })
  return steps.slice(tooOld + 1)
}

/** With one more step that changes nothing of the graph; the oldest go when such steps hold too much. */
export function noted(history: History, step: Pick<HistoryStep, 'label' | 'at'> & { beside: BesideChange }): History {
  return { past: trimmed([...history.past, { ...step, group: null, patch: NO_PATCH }]), future: [] }
}

/** A step of its own, whoever did it wherever. */
export type Done = { readonly label: string; readonly at: number } & (
  | { readonly before: Graph; readonly after: Graph }
  | { readonly beside: BesideChange }
)

export const withDone = (history: History, done: Done): History =>
  'beside' in done ? noted(history, done) : recorded(history, { ...done, group: done.label })

/** What was done before, with what has been done since. */
export function continued(before: History, since: History): History {
  if (since === NO_HISTORY) return before
  return { past: trimmed([...before.past, ...since.past]), future: since.future }
}

interface Travel {
  readonly graph: Graph
  readonly history: History
}

/**
 * What is left once a step beside the graph has been undone, or done again, for which the server was asked at the time of
 * `asked`: what was done meanwhile stays, and then nothing can be done again.
 */
export function travelled(now: History, asked: History, back: boolean): History {
  if (now === asked) return moved(now, back)
  const step = (back ? asked.past : asked.future).at(-1)
  const others = now.past.filter((one) => one !== step)
  return { past: back || step === undefined ? others : [...others, step], future: [] }
}

/** With its last step among what can be done again, or its next one among what can be undone. */
function moved({ past, future }: History, back: boolean): History {
  const [from, to] = back ? [past, future] : [future, past]
  const [less, more] = [from.slice(0, -1), [...to, ...from.slice(-1)]]
  return back ? { past: less, future: more } : { past: more, future: less }
}

/** One step back; undefined when there is none, or others have changed what it rests on. */
export function undone({ graph, history }: Travel): Travel | undefined {
  const step = history.past.at(-1)
  if (step === undefined) return undefined
  const before = soundly(graph, inverse(step.patch))
  return before && { graph: before, history: moved(history, true) }
}

/** One step forth again. */
export function redone({ graph, history }: Travel): Travel | undefined {
  const step = history.future.at(-1)
  if (step === undefined) return undefined
  const after = soundly(graph, step.patch)
  return after && { graph: after, history: moved(history, false) }
}

/** The patched graph, unless that breaks one that was whole, or all that it would change is gone. */
function soundly(graph: Graph, patch: GraphPatch): Graph | undefined {
  const patched = applyPatch(graph, patch)
  if (isSameJson(patched, graph)) return undefined
  return isSound(patched) || !isSound(graph) ? patched : undefined
}

/** No id and no key twice, no connection to nowhere, no circle. */
export function isSound(graph: Graph): boolean {
  const ids = new Set(graph.nodes.map(({ id }) => id))
  return (
    ids.size === graph.nodes.length &&
    new Set(graph.nodes.map(({ key }) => key)).size === graph.nodes.length &&
    graph.edges.every(({ from, to }) => ids.has(from) && ids.has(to)) &&
    cycleIn(graph) === undefined
  )
}

/** Names of the fields of a step that differ; settings as "config.url". */
export function fieldsThatDiffer(before: GraphNode, after: GraphNode): string[] {
  const [was, is] = [before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    if (name !== 'config') return isSameJson(was[name], is[name]) ? [] : [name]
    const names = new Set([...Object.keys(before.config), ...Object.keys(after.config)])
    return [...names].filter((one) => !isSameJson(before.config[one], after.config[one])).map((one) => `config.${one}`)
  })
}

/** Typing changes one field of one step over and over. */
function groupOf({ nodes, edges, settings }: GraphPatch): string | null {
  const [change, ...others] = nodes.changed
  const isMore = others.length + nodes.added.length + nodes.removed.length + edges.added.length + edges.removed.length
  if (change === undefined || isMore > 0 || settings !== undefined) return null
  const [field, ...further] = fieldsThatDiffer(change.before, change.after)
  const isTyped = field !== undefined && further.length === 0 && (field === 'name' || field.startsWith('config.'))
  return isTyped ? `${change.after.id} ${field}` : null
}

const steps = (nodes: readonly GraphNode[]): string =>
  nodes.length === 1 ? `“${nodes[0]?.name ?? ''}”` : `${nodes.length} steps`

/** What was done, to follow "Undo: ": "Move 3 steps". */
function labelOf({ nodes, edges }: GraphPatch): string {
  const { added, removed, changed } = nodes
  if (added.length > 0 && removed.length > 0) return 'Replace steps'
  if (added.length > 0) return `Add ${steps(added.map(({ item }) => item))}`
  if (removed.length > 0) return `Remove ${steps(removed.map(({ item }) => item))}`
  if (changed.length > 0) return `${verbOf(changed)} ${steps(changed.map(({ after }) => after))}`
  if (edges.added.length + edges.removed.length === 0) return 'Change settings'
  if (edges.added.length === 0) return 'Disconnect steps'
  return edges.removed.length === 0 ? 'Connect steps' : 'Connect steps anew'
}

function verbOf(changed: GraphPatch['nodes']['changed']): string {
  const fields = new Set(changed.flatMap(({ before, after }) => fieldsThatDiffer(before, after)))
  const [only, ...others] = fields
  if (others.length > 0) return 'Change'
  if (only === 'position') return 'Move'
  if (only === 'name') return 'Rename'
  if (only === 'disabled') return changed.every(({ after }) => after.disabled) ? 'Disable' : 'Enable'
  return 'Change'
}
