import { expect, test } from 'vitest'
import { addFree, moveBy, removeSteps, rename } from '#src/lib/graph/edit.ts'
import { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { NO_HISTORY } from '#src/lib/graph/history.ts'
import type { Pin } from '../pins/pins.schema.ts'
import { createDraft } from './draft.ts'
import type { Kept, Past, Stored } from './draft-state.ts'
import { handOver, takeHandedOver } from './handed-over.ts'

const stepOf = (id: string) => GraphNode.parse({ id, key: id, type: 'set', name: id })
const start = Graph.parse({ nodes: [stepOf('a'), stepOf('b')] })
const named = (id: string, name: string) => (graph: Graph) => rename(graph, id, name)
const namesIn = ({ nodes }: Graph) => nodes.map(({ name }) => name)

interface Left {
  readonly kept: Kept | null
  readonly past: Past
}

/** A page that goes on with what the one before has left in this browser, and that leaves the same to the next. */
function openPage(server: Stored, before?: Left) {
  const said: string[] = []
  const pins = new Map<string, Pin | null>()
  let left: Left = before ?? { kept: null, past: { history: NO_HISTORY, graph: server.graph, changedAt: 0 } }
  const draft = createDraft({
    ...{ ...server, after: () => () => {}, now: () => 5 },
    save: async (_, revision) => ({ revision: revision + 1 }),
    say: (text) => void said.push(text),
    beside: {
      now: (wish) => (wish.kind === 'pin' ? (pins.get(wish.nodeId) ?? null) : null),
      change: async (wish) => void (wish.kind === 'pin' && pins.set(wish.nodeId, wish.after)),
    },
    keep: (kept, past) => {
      left = { kept, past }
    },
  })
  const recall = () => {
    if (before?.kept) draft.restore(before.kept)
    draft.recall(before?.past, takeHandedOver('w'))
  }
  const graph = () => draft.getState().graph
  const undoAll = () => {
    while (draft.canUndo()) draft.undo()
  }
  return { draft, said, pins, recall, graph, undoAll, left: () => left }
}

function reopened(page: { left: () => Left }, server: Stored) {
  const next = openPage(server, page.left())
  next.recall()
  return next
}
const server = { graph: start, revision: 7 }

test('five hundred steps that no save has reached are undone after two reloads', () => {
  const first = openPage(server)
  for (let at = 0; at < 500; at += 1) first.draft.edit((graph) => moveBy(graph, ['a'], { x: 8, y: 0 }))
  const third = reopened(reopened(first, server), server)
  expect(third.graph()).toEqual(first.graph())
  third.undoAll()
  expect(third.graph()).toEqual(start)
  for (let at = 0; at < 500; at += 1) third.draft.redo()
  expect(third.graph()).toEqual(first.graph())
})

test('in a conflict that outlasts two reloads, what was done can still be undone', () => {
  const first = openPage(server)
  first.draft.edit(named('b', 'Done'))
  first.draft.edit(named('a', 'Mine'))
  const elsewhere = { graph: named('a', 'Theirs')(start), revision: 8 }
  const third = reopened(reopened(first, elsewhere), elsewhere)
  expect(third.draft.getState()).toMatchObject({ phase: 'conflict', undo: 'Rename “Mine”' })
  third.draft.useTheirs()
  expect(namesIn(third.graph())).toEqual(['Theirs', 'b'])
  third.draft.undo()
  expect(namesIn(third.graph())).toEqual(['Mine', 'Done'])
  third.undoAll()
  expect(namesIn(third.graph())).toEqual(['a', 'b'])
})

test('what others changed while the page was closed is said, stays, and takes no undo away, after reloads as well', async () => {
  const first = openPage(server)
  first.draft.edit(named('b', 'Mine'))
  await first.draft.flush()
  const elsewhere = { graph: named('a', 'Theirs')(first.graph()), revision: 9 }
  const second = reopened(first, elsewhere)
  const text = 'Changed elsewhere since: 1 step changed. Undo still has what was done here.'
  expect([second.said, second.draft.getState()]).toMatchObject([[text], { phase: 'saved', undo: 'Rename “Mine”' }])
  // It is news once.
  const third = reopened(second, elsewhere)
  expect(third.said).toEqual([])
  third.draft.undo()
  expect(namesIn(third.graph())).toEqual(['Theirs', 'b'])
})

test('who used what was saved elsewhere has theirs back by undo, whatever is saved after that', async () => {
  const first = openPage(server)
  first.draft.edit(named('b', 'Mine'))
  const theirs = { graph: named('b', 'Theirs')(start), revision: 8 }
  const second = reopened(first, theirs)
  second.draft.useTheirs()
  const third = reopened(second, { graph: named('a', 'Later')(theirs.graph), revision: 9 })
  expect(third.draft.getState().undo).toBe('Use what was saved elsewhere')
  third.draft.undo()
  expect(namesIn(third.graph())).toEqual(['Later', 'Mine'])
})

test('of what took the place of the draft, undo says what it no longer has anything to do with', async () => {
  const first = openPage(server)
  first.draft.edit(named('a', 'Mine'))
  first.draft.edit((graph) => moveBy(graph, ['b'], { x: 8, y: 0 }))
  first.draft.edit((graph) => addFree(graph, stepOf('c'), { x: 0, y: 400 }))
  await first.draft.flush()
  // An old version: neither b nor c are part of it.
  const restored = { graph: removeSteps(named('a', 'Mine')(start), ['b'], { heal: false }), revision: 9 }
  const second = reopened(first, restored)
  second.undoAll()
  expect(second.said.slice(1)).toEqual([
    '“Add “c”” rests on something that was changed elsewhere, so it stays as it is.',
    '“Move “b”” rests on something that was changed elsewhere, so it stays as it is.',
  ])
  expect(namesIn(second.graph())).toEqual(['a'])
})

test('what was done to the draft on another page is one step back each, before what was done here earlier', async () => {
  const first = openPage(server)
  first.draft.edit((graph) => moveBy(graph, ['b'], { x: 8, y: 0 }))
  await first.draft.flush()
  const replaced = { label: 'Restore Version 1', at: 0, before: first.graph(), after: named('a', 'Old')(start) }
  const output = (value: number) => ({ output: value, port: 'out' })
  const pin = { kind: 'pin' as const, nodeId: 'a', before: output(1), after: output(2) }
  handOver('w', [replaced])
  handOver('w', [{ label: 'Pin “a”', at: 0, beside: pin }])
  const second = openPage({ graph: replaced.after, revision: 9 }, first.left())
  second.recall()
  expect(takeHandedOver('w')).toEqual([])
  // Nothing that was done elsewhere: it is all in the history.
  expect(second.said).toEqual([])
  const third = reopened(second, { graph: replaced.after, revision: 9 })
  third.pins.set('a', output(2))
  third.draft.undo()
  await new Promise((done) => setImmediate(done))
  expect([third.pins.get('a'), third.draft.getState().undo]).toEqual([output(1), 'Restore Version 1'])
  third.draft.undo()
  expect(third.graph()).toEqual(first.graph())
  third.undoAll()
  expect([third.graph(), third.said]).toEqual([start, []])
})

test('what is done before the page before is remembered comes after it', () => {
  const first = openPage(server)
  first.draft.edit(named('a', 'One'))
  const second = openPage({ graph: first.graph(), revision: 8 }, { ...first.left(), kept: null })
  second.draft.edit(named('b', 'Two'))
  second.recall()
  expect(second.draft.getState().undo).toBe('Rename “Two”')
  second.undoAll()
  expect(second.graph()).toEqual(start)
})

test('what is done on a page before it knows of what was done elsewhere comes after both', () => {
  const first = openPage(server)
  first.draft.edit(named('b', 'Mine'))
  const after = named('a', 'Old')(start)
  handOver('w', [{ label: 'Restore Version 1', at: 0, before: first.graph(), after }])
  const second = openPage({ graph: after, revision: 9 }, { ...first.left(), kept: null })
  second.draft.edit(named('b', 'Since'))
  second.recall()
  expect(second.said).toEqual([])
  const undone: (string | null)[] = []
  for (; second.draft.canUndo(); second.draft.undo()) undone.push(second.draft.getState().undo)
  expect(undone).toEqual(['Rename “Since”', 'Restore Version 1', 'Rename “Mine”'])
  expect(second.graph()).toEqual(start)
})

test('who lets go of what clashes lets go of what led to it: nothing of theirs is undone when it is opened again', () => {
  const first = openPage(server)
  first.draft.edit(named('a', 'Mine'))
  const elsewhere = { graph: named('a', 'Theirs')(start), revision: 8 }
  const second = reopened(first, elsewhere)
  expect(second.draft.getState()).toMatchObject({ phase: 'conflict', undo: 'Rename “Mine”' })
  second.draft.abandon()
  // Later than what led to it: nothing older is taken up in its place.
  expect(second.left()).toMatchObject({ kept: null, past: { history: NO_HISTORY, changedAt: 5 } })
  const third = reopened(second, elsewhere)
  expect([third.said, third.draft.canUndo()]).toEqual([[], false])
  third.draft.undo()
  expect(namesIn(third.graph())).toEqual(['Theirs', 'b'])
})
