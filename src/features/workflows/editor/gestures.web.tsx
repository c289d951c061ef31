import { addStepAt, type Spot } from '#src/lib/graph/add.ts'
import type { Point } from '#src/lib/graph/boxes.ts'
import { connect, disconnect, splice } from '#src/lib/graph/connect.ts'
import { moveBy, moveDown, moveSteps, moveUp, removeSteps, setDisabled } from '#src/lib/graph/edit.ts'
import { duplicate, fragmentText, pasteFragment, readFragment } from '#src/lib/graph/fragment.ts'
import type { Graph, GraphEdge, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { tidy } from '#src/lib/graph/layout.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import type { Outcome } from '#src/lib/graph/refusal.ts'
import type { NodeKinds } from '#src/lib/graph/structure.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import { sizeOnCanvas } from './canvas/flow-model.ts'
import type { Draft } from './draft.ts'
import { focusStep } from './focus-step.web.tsx'
import { addTriggerStep, type NodeTypes } from './graph-edit.ts'
import { planAside } from './plan-aside.web.tsx'

interface GestureOptions {
  readonly draft: Draft
  readonly types: NodeTypes
  readonly kinds: NodeKinds
  readonly say: (text: string, refused?: boolean) => void
  readonly selectMany: (ids: readonly string[]) => void
}

const steps = (count: number): string => (count === 1 ? '1 step' : `${count} steps`)
const plain = (change: (graph: Graph) => Graph) => (graph: Graph) => ({ graph: change(graph) })

function handOf({ draft, say }: GestureOptions) {
  const graphNow = () => draft.getState().graph
  const nameOf = (id: string) => nodeById(graphNow(), id)?.name ?? id
  const named = (ids: readonly string[]) => (ids.length === 1 ? `“${nameOf(ids[0] ?? '')}”` : steps(ids.length))
  /** True when it was done. The history names what changed by itself where `label` does not say it better. */
  const act = (said: string, change: (graph: Graph) => Outcome, label?: string): boolean => {
    const { graph, refusal } = change(graphNow())
    if (refusal !== undefined) {
      say(refusal.message, true)
      return false
    }
    draft.edit(() => graph, { label })
    say(said)
    return true
  }
  return { graphNow, nameOf, named, act }
}

/** All that can be done to the steps, by whatever hand: each is one entry of the history, and says what it did or why not. */
export function createGestures(options: GestureOptions) {
  const { draft, types, kinds, selectMany } = options
  const { graphNow, nameOf, named, act } = handOf(options)
  return {
    ...clipboardGestures(options),
    add(node: GraphNode, spot: Spot): boolean {
      const isTrigger = types.get(node.type)?.category === 'trigger'
      const done = act(`Added ${node.name}`, (graph) =>
        isTrigger && !('to' in spot)
          ? { graph: addTriggerStep(graph, node, types) }
          : addStepAt(graph, node, spot, kinds),
      )
      if (done) selectMany([node.id])
      return done
    },
    connect: (edge: GraphEdge) =>
      act(`${nameOf(edge.from)} leads to ${nameOf(edge.to)} now`, (graph) => connect(graph, edge, kinds)),
    disconnect: (edge: GraphEdge) =>
      act(
        `${nameOf(edge.from)} no longer leads to ${nameOf(edge.to)}`,
        plain((graph) => disconnect(graph, edge)),
      ),
    /** Where a step was dropped on a connection: put there and between its ends, as one change. */
    dropOn: (id: string, edge: GraphEdge, at: Point) =>
      act(
        `Put ${nameOf(id)} between ${nameOf(edge.from)} and ${nameOf(edge.to)}`,
        (graph) => splice(moveSteps(graph, new Map([[id, at]])), id, edge, kinds),
        `Put ${named([id])} in between`,
      ),
    toggleDisabled(ids: readonly string[]): void {
      if (ids.length === 0) return
      const disabled = !ids.every((id) => nodeById(graphNow(), id)?.disabled)
      act(
        `${named(ids)}: ${disabled ? 'passed by' : 'runs'} from now on`,
        plain((graph) => setDisabled(graph, ids, disabled)),
      )
    },
    moveUp: (id: string) =>
      act(`${named([id])} comes one step earlier now`, (graph) => moveUp(graph, id), 'Swap two steps'),
    moveDown: (id: string) =>
      act(`${named([id])} comes one step later now`, (graph) => moveDown(graph, id), 'Swap two steps'),
    moveTo: (places: ReadonlyMap<string, Point>) => draft.edit((graph) => moveSteps(graph, places)),
    moveBy(ids: readonly string[], by: Point): void {
      if (ids.length > 0) draft.edit((graph) => moveBy(graph, ids, by), { group: `move ${ids.join(' ')}` })
    },
    /** `glide` lets the canvas show what goes where. */
    async tidy(ids: readonly string[], glide?: () => void): Promise<void> {
      const sizeOf = (node: GraphNode) => sizeOnCanvas(node, types)
      const before = graphNow()
      const tidied = await tidy(before, kinds, { ids, sizeOf, plan: planAside })
      // What was moved while a place was looked for stays where it was put.
      const isUnmoved = (id: string) => isSameJson(nodeById(graphNow(), id)?.position, nodeById(before, id)?.position)
      const places = new Map(tidied.nodes.filter(({ id }) => isUnmoved(id)).map(({ id, position }) => [id, position]))
      glide?.()
      const which = ids.length === 0 ? 'all steps' : steps(ids.length)
      act(
        `Tidied ${which}`,
        plain((graph) => moveSteps(graph, places)),
        `Tidy ${which}`,
      )
    },
  }
}

function clipboardGestures(options: GestureOptions) {
  const { types, say, selectMany } = options
  const { graphNow, named, act } = handOf(options)
  const schemaOf = (type: string) => types.get(type)?.configSchema
  const write = async (ids: readonly string[], said: string): Promise<boolean> => {
    if (ids.length === 0) return false
    try {
      await navigator.clipboard.writeText(fragmentText(graphNow(), ids, schemaOf))
      say(said)
      return true
    } catch {
      say('The browser did not let the steps be copied', true)
      return false
    }
  }
  /** Adds steps, and chooses those that came of it. */
  const addMany = (said: string, change: (graph: Graph) => Outcome & { readonly ids: readonly string[] }): void => {
    let made: readonly string[] = []
    const done = act(said, (graph) => {
      const outcome = change(graph)
      made = outcome.ids
      return outcome
    })
    if (!done) return
    selectMany(made)
    // Else keys would go on meaning the step that was copied.
    if (made[0] !== undefined) focusStep(made[0])
  }
  const takeOut = (ids: readonly string[], { heal }: { readonly heal: boolean }): void => {
    if (ids.length === 0) return
    const said = `Removed ${named(ids)}`
    if (
      act(
        said,
        plain((graph) => removeSteps(graph, ids, { heal })),
      )
    )
      selectMany([])
  }
  const remove = (ids: readonly string[]) => takeOut(ids, { heal: false })
  return {
    remove,
    /** Joins what they stood between. */
    removeHealing: (ids: readonly string[]) => takeOut(ids, { heal: true }),
    copy: (ids: readonly string[]) => write(ids, `Copied ${named(ids)}`),
    async cut(ids: readonly string[]): Promise<void> {
      if (await write(ids, `Cut ${named(ids)}`)) remove(ids)
    },
    paste(text: string, at: Point): boolean {
      const read = readFragment(text)
      if (!read.ok) {
        say(read.refusal.message, true)
        return false
      }
      addMany(`Pasted ${steps(read.fragment.nodes.length)}`, (graph) => pasteFragment(graph, read.fragment, at))
      return true
    },
    /** All steps of a file in place of those that are here, which undo brings back. */
    takeOver(graph: Graph): void {
      const [first] = graph.nodes
      const said = `Imported ${steps(graph.nodes.length)}`
      if (
        act(
          said,
          plain(() => graph),
        )
      ) {
        selectMany([])
        if (first !== undefined) focusStep(first.id)
      }
    },
    duplicate(ids: readonly string[]): void {
      if (ids.length > 0) addMany(`Duplicated ${named(ids)}`, (graph) => duplicate(graph, ids))
    },
  }
}
