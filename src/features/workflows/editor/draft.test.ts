import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { AT_MOST_MS, createDraft, phaseText, QUIET_MS, type SaveOutcome } from './draft.ts'

const start = Graph.parse({ nodes: [{ id: 'n', key: 'a', type: 'set', name: 'start' }] })
const renamed = (name: string) => (graph: Graph) => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, name })),
})
const nameIn = (graph: Graph) => graph.nodes[0]?.name

/** Time moves when told; each save waits until it is answered. */
function desk() {
  let time = 0
  const due = new Map<() => void, number>()
  const sent: { name: string | undefined; revision: number; answer: (outcome: SaveOutcome) => void }[] = []
  const draft = createDraft({
    graph: start,
    revision: 7,
    now: () => time,
    after: (ms, callback) => {
      due.set(callback, time + ms)
      return () => void due.delete(callback)
    },
    save: (graph, revision) =>
      new Promise((answer) => {
        sent.push({ name: nameIn(graph), revision, answer })
      }),
  })
  const pass = (ms: number) => {
    time += ms
    for (const [callback, at] of [...due])
      if (at <= time) {
        due.delete(callback)
        callback()
      }
  }
  const answer = async (outcome: SaveOutcome) => {
    sent.at(-1)?.answer(outcome)
    await new Promise((done) => setImmediate(done))
  }
  return { draft, sent, pass, answer }
}

test('a change is saved after a quiet moment, on top of the revision it was made on', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('one'))
  expect(draft.getState().phase).toBe('unsaved')
  pass(QUIET_MS - 1)
  expect(sent).toHaveLength(0)
  pass(1)
  expect(sent).toMatchObject([{ name: 'one', revision: 7 }])
  expect(draft.getState().phase).toBe('saving')
  await answer({ revision: 8 })
  expect(draft.getState()).toMatchObject({ phase: 'saved', revision: 8 })
  expect(draft.isDirty()).toBe(false)
})

test('who never stops typing is saved all the same', () => {
  const { draft, sent, pass } = desk()
  for (let key = 0; key * 500 < AT_MOST_MS; key++) {
    expect(sent).toHaveLength(0)
    draft.edit(renamed(`after ${key}`))
    pass(500)
  }
  expect(sent).toHaveLength(1)
})

test('what changes while a save is under way is saved after it', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('one'))
  pass(QUIET_MS)
  draft.edit(renamed('two'))
  expect(sent).toHaveLength(1)
  await answer({ revision: 8 })
  expect(sent).toMatchObject([{ name: 'one' }, { name: 'two', revision: 8 }])
  await answer({ revision: 9 })
  expect(draft.getState()).toMatchObject({ phase: 'saved', revision: 9 })
})

test('after a conflict nothing is sent and nothing is dropped', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('mine'))
  pass(QUIET_MS)
  await answer({ conflict: true })
  draft.edit(renamed('mine still'))
  pass(100_000)
  expect(await draft.flush()).toBe(false)
  expect(sent).toHaveLength(1)
  expect(draft.getState().phase).toBe('conflict')
  expect(nameIn(draft.getState().graph)).toBe('mine still')
  draft.abandon()
  expect(draft.isDirty()).toBe(false)
})

test('a failed save is tried again later and with the next change', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('one'))
  pass(QUIET_MS)
  await answer({ failed: 'Network error: offline' })
  expect(phaseText(draft.getState())).toBe('Not saved. Network error: offline')
  expect(draft.isDirty()).toBe(true)
  pass(10_000)
  expect(sent).toHaveLength(2)
  await answer({ revision: 8 })
  expect(phaseText(draft.getState())).toBe('Saved')
})

test('flush saves at once, once, and says whether all is saved', async () => {
  const { draft, sent, answer } = desk()
  expect(await draft.flush()).toBe(true)
  draft.edit(renamed('one'))
  const both = Promise.all([draft.flush(), draft.flush()])
  await answer({ revision: 8 })
  expect(await both).toEqual([true, true])
  expect(sent).toHaveLength(1)
})

test('a change that changes nothing is none', () => {
  const { draft } = desk()
  draft.edit((graph) => graph)
  expect(draft.getState().phase).toBe('saved')
})

test('listeners hear of each change until they leave', () => {
  const { draft } = desk()
  let heard = 0
  const leave = draft.subscribe(() => heard++)
  draft.edit(renamed('one'))
  leave()
  draft.edit(renamed('two'))
  expect(heard).toBe(1)
})
