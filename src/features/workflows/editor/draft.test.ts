import { expect, test } from 'vitest'
import { addFree } from '#src/lib/graph/edit.ts'
import { type Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { AT_MOST_MS, QUIET_MS } from './draft.ts'
import type { Kept } from './draft-state.ts'
import { phaseText } from './phase-text.ts'
import { desk, nameIn, renamed, start } from './test-draft.ts'

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

const theirs = (name: string, revision = 8) => ({ graph: renamed(name)(start), revision })

test('after a conflict nothing is sent and nothing is dropped', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('mine'))
  pass(QUIET_MS)
  await answer({ theirs: theirs('theirs') })
  draft.edit(renamed('mine still'))
  pass(100_000)
  expect(await draft.flush()).toBe(false)
  expect(sent).toHaveLength(1)
  expect(draft.getState()).toMatchObject({ phase: 'conflict', theirs: theirs('theirs') })
  expect(nameIn(draft.getState().graph)).toBe('mine still')
  draft.abandon()
  expect(draft.isDirty()).toBe(false)
})

test('what rests sends nothing by itself, and goes on where it was asked to', async () => {
  const { draft, sent, pass, answer, keeps } = desk()
  draft.edit(renamed('mine'))
  pass(QUIET_MS)
  await answer({ offline: true })
  draft.rest()
  pass(100_000)
  expect(sent).toHaveLength(1)
  expect(keeps.at(-1)?.[0]).toMatchObject({ waiting: 1 })
  void draft.flush()
  await answer({ failed: 'The server is not well.' })
  pass(100_000)
  expect(sent).toHaveLength(2)
  expect(draft.isDirty()).toBe(true)
})

test('who takes over saves on top of what was saved elsewhere, which is kept', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('mine'))
  pass(QUIET_MS)
  await answer({ theirs: theirs('theirs') })
  draft.takeOver()
  expect(sent[1]).toMatchObject({ name: 'mine', revision: 8, keepReplaced: true })
  await answer({ revision: 9 })
  expect(draft.getState()).toMatchObject({ phase: 'saved', revision: 9, theirs: undefined })
  draft.edit(renamed('more'))
  pass(QUIET_MS)
  expect(sent[2]).toMatchObject({ keepReplaced: false })
})

test.each(['offline', 'not well'])(
  'who takes over and is %s keeps what was saved elsewhere on the next page',
  async (way) => {
    const before = desk()
    before.draft.edit(renamed('mine'))
    before.pass(QUIET_MS)
    await before.answer({ theirs: theirs('theirs') })
    before.draft.takeOver()
    await before.answer(way === 'offline' ? { offline: true } : { failed: way })
    const [kept] = before.keeps.at(-1) ?? []
    const { draft, sent, pass, answer } = desk(theirs('theirs').graph, 8)
    if (kept) draft.restore(kept)
    pass(QUIET_MS)
    expect(sent).toMatchObject([{ name: 'mine', revision: 8, keepReplaced: true }])
    await answer({ revision: 9 })
    draft.edit(renamed('more'))
    pass(QUIET_MS)
    expect(sent[1]).toMatchObject({ keepReplaced: false })
  },
)

test('who uses what was saved elsewhere can still go back', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('mine'))
  pass(QUIET_MS)
  await answer({ theirs: theirs('theirs') })
  draft.useTheirs()
  expect(draft.getState()).toMatchObject({ phase: 'saved', revision: 8, undo: 'Use what was saved elsewhere' })
  draft.undo()
  expect(nameIn(draft.getState().graph)).toBe('mine')
  pass(QUIET_MS)
  expect(sent[1]).toMatchObject({ name: 'mine', revision: 8 })
})

test('what is restored takes its place as one change, and the server keeps what it had', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.replace(theirs('old').graph, 'Restore Version 1')
  expect(draft.getState()).toMatchObject({ phase: 'unsaved', undo: 'Restore Version 1' })
  pass(QUIET_MS)
  expect(sent[0]).toMatchObject({ name: 'old', keepReplaced: true })
  await answer({ revision: 8 })
  draft.undo()
  pass(QUIET_MS)
  expect(sent[1]).toMatchObject({ name: nameIn(start), revision: 8, keepReplaced: false })
  draft.replace(draft.getState().graph, 'Restore Version 2')
  expect(draft.getState().undo).toBeNull()
})

const grown = (graph: Graph) => addFree(graph, GraphNode.parse({ id: 'x', key: 'x', type: 'set', name: 'new' }), START)
const START = { x: 0, y: 0 }

test('what touches nothing of ours is taken in and said, then saved together', async () => {
  const { draft, sent, said, pass, answer } = desk()
  draft.edit(grown)
  pass(QUIET_MS)
  await answer({ theirs: theirs('theirs') })
  expect(sent[1]).toMatchObject({ name: 'theirs', revision: 8 })
  expect(draft.getState().graph.nodes.map(({ name }) => name)).toEqual(['theirs', 'new'])
  expect(said).toEqual(['Changes made elsewhere were taken in: 1 step changed.'])
  await answer({ revision: 9 })
  draft.undo()
  expect(draft.getState().graph.nodes.map(({ name }) => name)).toEqual(['theirs'])
})

test('what was only taken in is not sent back', () => {
  const { draft, sent, pass } = desk()
  draft.hear({ graph: renamed('theirs')(start), revision: 8 })
  expect([draft.isDirty(), draft.getState().phase]).toEqual([false, 'saved'])
  void draft.flush()
  pass(AT_MOST_MS)
  expect(sent).toEqual([])
})

test('what another tab saved is heard of at once', () => {
  const { draft, said, pass, sent } = desk()
  draft.hear(theirs('theirs'))
  expect(draft.getState()).toMatchObject({ phase: 'saved', revision: 8, graph: theirs('theirs').graph })
  draft.hear(theirs('old', 8))
  expect(nameIn(draft.getState().graph)).toBe('theirs')
  draft.edit(renamed('mine'))
  draft.hear(theirs('theirs again', 9))
  expect(draft.getState().phase).toBe('conflict')
  pass(100_000)
  expect(sent).toHaveLength(0)
  expect(said).toEqual(['Changes made elsewhere were taken in: 1 step changed.'])
})

test('without a connection changes wait, and are counted', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.edit(renamed('one'))
  pass(QUIET_MS)
  await answer({ offline: true })
  expect(phaseText(draft.getState())).toBe('Offline: 1 change waiting')
  draft.edit(grown)
  draft.undo()
  pass(QUIET_MS)
  await answer({ offline: true })
  expect(phaseText(draft.getState())).toBe('Offline: 3 changes waiting')
  pass(10_000)
  expect(sent).toHaveLength(3)
  await answer({ revision: 8 })
  expect(draft.getState()).toMatchObject({ phase: 'saved', waiting: 0 })
})

test('what was not saved when a page went is restored on the next one, and saved', async () => {
  const before = desk()
  before.draft.edit(renamed('one'))
  before.draft.edit(grown)
  const [kept, history] = before.keeps.at(-1) ?? []
  expect(kept).toEqual({ base: { graph: start, revision: 7 }, graph: grown(renamed('one')(start)), waiting: 2 })
  const { draft, sent, said, pass } = desk()
  if (kept) draft.restore(kept)
  if (kept && history) draft.recall({ history, graph: kept.graph })
  expect(said).toEqual(['Restored: 2 changes that had not been saved.'])
  pass(QUIET_MS)
  expect(sent).toMatchObject([{ name: 'one', revision: 7 }])
  draft.undo()
  draft.undo()
  expect(draft.getState().graph).toEqual(start)
})

test('what is restored on top of what others saved is merged, or a conflict', () => {
  const kept = { base: { graph: start, revision: 6 }, graph: renamed('mine')(start), waiting: 1 }
  const other = desk(grown(start))
  other.draft.restore(kept)
  expect(other.draft.getState().graph.nodes.map(({ name }) => name)).toEqual(['mine', 'new'])
  expect(other.said).toHaveLength(2)
  const same = desk(renamed('theirs')(start))
  same.draft.restore(kept)
  expect(same.draft.getState()).toMatchObject({ phase: 'conflict', theirs: { revision: 7 } })
  expect(nameIn(same.draft.getState().graph)).toBe('mine')
  // Whoever goes again without deciding is asked again.
  const again = desk(renamed('theirs')(start))
  const [left] = same.keeps.at(-1) ?? []
  if (left) again.draft.restore(left)
  expect(again.draft.getState()).toMatchObject({ phase: 'conflict', theirs: { revision: 7 } })
})

const keptAs = (graph: Graph, base = start): Kept => ({ base: { graph: base, revision: 6 }, graph, waiting: 1 })
const two = grown(start)
const second = (name: string) => (graph: Graph) => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === 'n' ? node : { ...node, name })),
})

test('of two pages that went with unsaved changes, neither takes back what was saved elsewhere meanwhile', () => {
  // Elsewhere the first step was renamed; each page had changed something else, on what was there before.
  const { draft, taken } = desk(renamed('elsewhere')(start))
  const described = { ...start, settings: { ...start.settings, timeSavedSeconds: 60 } }
  const pages = [keptAs(grown(start)), keptAs(described)]
  for (const kept of pages) draft.restore(kept)
  const { graph, phase } = draft.getState()
  expect([phase, graph.nodes.map(({ name }) => name), graph.settings.timeSavedSeconds]).toEqual([
    'unsaved',
    ['elsewhere', 'new'],
    60,
  ])
  expect(taken).toEqual(pages)
})

test.each([
  ['useTheirs', 'second', 'first'],
  ['takeOver', 'first', 'second'],
] as const)(
  'two pages that changed the same: %s sends what was chosen, and undo has the other',
  async (way, chosen, other) => {
    const { draft, sent, taken, answer } = desk(two)
    const pages = ['first', 'second'].map((name) => keptAs(second(name)(two), two))
    for (const kept of pages) draft.restore(kept)
    expect(draft.getState().phase).toBe('conflict')
    // The journal must not let go of what nobody has decided about.
    expect(taken).toEqual(pages.slice(0, 1))
    draft[way]()
    expect(taken).toEqual(pages)
    expect(draft.getState()).toMatchObject({ phase: 'saving', graph: second(chosen)(two) })
    await answer({ revision: 8 })
    expect(sent).toHaveLength(1)
    expect(draft.getState().phase).toBe('saved')
    draft.undo()
    expect(draft.getState().graph).toEqual(second(other)(two))
  },
)

test('what comes during a conflict waits for its end', () => {
  const { draft, taken } = desk(two)
  const pages = [keptAs(second('first')(two), two), keptAs(second('second')(two), two), keptAs(renamed('n')(two), two)]
  for (const kept of pages) draft.restore(kept)
  expect(taken).toHaveLength(1)
  draft.takeOver()
  expect(draft.getState().phase).toBe('conflict')
  draft.useTheirs()
  expect(taken).toEqual(pages)
  expect(draft.getState().graph).toEqual(renamed('n')(two))
})

test('a save whose answer got lost is no change', () => {
  const { draft, said, keeps } = desk(renamed('mine')(start))
  draft.restore({ base: { graph: start, revision: 6 }, graph: renamed('mine')(start), waiting: 1 })
  expect(draft.getState().phase).toBe('saved')
  expect(said).toEqual([])
  expect(keeps.at(-1)?.[0]).toBeNull()
})

test('undo and redo are changes that are saved, too', async () => {
  const { draft, sent, pass, answer } = desk()
  expect(draft.canUndo()).toBe(false)
  draft.edit(renamed('one'), { label: 'Name it' })
  expect(draft.getState()).toMatchObject({ undo: 'Name it', redo: null })
  pass(QUIET_MS)
  await answer({ revision: 8 })
  draft.undo()
  expect(draft.getState()).toMatchObject({ graph: start, phase: 'unsaved', undo: null, redo: 'Name it' })
  pass(QUIET_MS)
  expect(sent[1]).toMatchObject({ name: 'start', revision: 8 })
  await answer({ revision: 9 })
  expect(draft.canRedo()).toBe(true)
  draft.redo()
  draft.redo()
  expect(nameIn(draft.getState().graph)).toBe('one')
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
  expect([await both, sent.length]).toEqual([[true, true], 1])
})

test('a change that changes nothing is none', () => {
  const { draft } = desk()
  draft.edit((graph) => graph)
  expect(phaseText(draft.getState())).toBe('Saved')
})

test('listeners hear of each change until they leave', () => {
  const { draft } = desk()
  let heard = 0
  const leave = draft.subscribe(() => heard++)
  draft.edit(renamed('one'))
  leave()
  expect([draft.edit(renamed('two')), heard]).toEqual([undefined, 1])
})
