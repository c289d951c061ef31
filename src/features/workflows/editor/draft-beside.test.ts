import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BesideWish } from '#src/lib/graph/beside.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { History } from '#src/lib/graph/history.ts'
import { createDraft } from './draft.ts'

const named = (name: string) => Graph.parse({ nodes: [{ id: 'n', key: 'a', type: 'set', name }] })
const nothingBegun = async () => {}

/** A draft, and a server that has the name of the workflow and the output that stands for its step. */
function desk(begin: (wish: BesideWish) => Promise<void> = nothingBegun) {
  const server = { name: 'Lunch', pin: null as unknown }
  const said: string[] = []
  const kept: History[] = []
  const draft = createDraft({
    ...{ graph: named('start'), revision: 1, after: () => () => {}, now: () => 0 },
    save: async () => ({ revision: 2 }),
    keep: (_, { history }) => void kept.push(history),
    say: (text) => void said.push(text),
    beside: {
      now: ({ kind }) => server[kind] as BesideWish['after'],
      change: async (wish) => {
        await begin(wish)
        server[wish.kind] = wish.after as never
      },
    },
  })
  const rename = (after: string) => draft.changeBeside({ kind: 'name', after }, 'Rename the workflow')
  const pin = (output: number | null) => {
    const after = output === null ? null : { output, port: 'out' }
    return draft.changeBeside({ kind: 'pin', nodeId: 'n', after }, 'Pin “a”')
  }
  const nameOfStep = () => draft.getState().graph.nodes[0]?.name
  return { draft, server, said, kept, rename, pin, nameOfStep }
}
const settled = () => new Promise((done) => setImmediate(done))

test('a name and a pinned output are undone and done again in turn with the steps, and make nothing unsaved', async () => {
  const { draft, server, kept, rename, pin, nameOfStep } = desk()
  await rename('Dinner')
  expect(draft.getState()).toMatchObject({ undo: 'Rename the workflow', phase: 'saved', waiting: 0 })
  await pin(6)
  draft.edit(() => named('later'))
  draft.undo()
  expect([nameOfStep(), server]).toEqual(['start', { name: 'Dinner', pin: expect.anything() }])
  // As quickly as somebody presses the keys: each waits for the one before.
  draft.undo()
  draft.undo()
  await settled()
  expect([server, draft.canUndo()]).toEqual([{ name: 'Lunch', pin: null }, false])
  for (let step = 0; step < 3; step += 1) draft.redo()
  await settled()
  expect(server).toEqual({ name: 'Dinner', pin: { output: 6, port: 'out' } })
  expect([nameOfStep(), draft.getState().redo]).toEqual(['later', null])
  expect(kept.at(-1)?.past.map(({ label }) => label)).toEqual(['Rename the workflow', 'Pin “a”', 'Rename “later”'])
})

test('whatever was done to steps, name and pins: undo of all is the start, redo of all the end', async () => {
  const act = fc.oneof(
    fc.record({ of: fc.constant('step' as const), to: fc.string({ minLength: 1 }) }),
    fc.record({ of: fc.constant('name' as const), to: fc.string({ minLength: 1 }) }),
    fc.record({ of: fc.constant('pin' as const), to: fc.option(fc.nat()) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (done) => {
      const { draft, server, rename, pin } = desk()
      const all = () => [draft.getState().graph, { ...server }]
      const start = all()
      for (const { of, to } of done) {
        if (of === 'step') draft.edit(() => named(to))
        else await (of === 'name' ? rename(to) : pin(to))
      }
      const end = all()
      for (let step = 0; step <= done.length; step += 1) draft.undo()
      await settled()
      expect([all(), draft.canUndo()]).toEqual([start, false])
      for (let step = 0; step <= done.length; step += 1) draft.redo()
      await settled()
      expect([all(), draft.canRedo()]).toEqual([end, false])
    }),
    { numRuns: 100 },
  )
})

test('what the server refuses is not done, and undo that it refuses stays where it was, with all before it', async () => {
  let problem: string | undefined = 'Name is too long'
  const { draft, server, said, rename } = desk(async () => {
    if (problem !== undefined) throw new Error(problem)
  })
  await expect(rename('Dinner')).rejects.toThrow('Name is too long')
  expect(draft.canUndo()).toBe(false)
  problem = undefined
  await rename('Dinner')
  await rename('Supper')
  problem = 'Network error'
  draft.undo()
  draft.undo()
  await settled()
  expect([said, draft.canRedo()]).toEqual([['“Rename the workflow” stays as it is. Network error'], false])
  problem = undefined
  draft.undo()
  await settled()
  expect([server.name, draft.canRedo()]).toEqual(['Dinner', true])
  draft.undo()
  await settled()
  expect([server.name, draft.canUndo()]).toEqual(['Lunch', false])
})

test('what is done while the server is asked stays, whether undo is refused or not', async () => {
  for (const refused of [true, false]) {
    let answer = (_: Error | undefined) => {}
    const { draft, server, rename, nameOfStep } = desk(
      () =>
        new Promise((done, fail) => {
          answer = (problem) => (problem === undefined ? done() : fail(problem))
        }),
    )
    const renamed = rename('Dinner')
    await settled()
    answer(undefined)
    await renamed
    draft.undo()
    await settled()
    draft.edit(() => named('meanwhile'))
    answer(refused ? new Error('Refused') : undefined)
    await settled()
    expect([server.name, nameOfStep(), draft.canRedo()]).toEqual([refused ? 'Dinner' : 'Lunch', 'meanwhile', false])
    expect(draft.getState().undo).toBe('Rename “meanwhile”')
    draft.undo()
    expect([nameOfStep(), draft.getState().undo]).toEqual(['start', refused ? 'Rename the workflow' : null])
  }
})

test('what is as it is wanted is no change, and what was there is asked for when its turn comes', async () => {
  const { draft, server, rename } = desk()
  expect(await rename('Lunch')).toBe(undefined)
  expect(draft.canUndo()).toBe(false)
  const [one, other] = await Promise.all([rename('Dinner'), rename('Supper')])
  expect([one?.before, other?.before]).toEqual(['Lunch', 'Dinner'])
  draft.undo()
  await settled()
  // The way back of the first notice, though the editor's undo has been here meanwhile.
  const back = await rename('Lunch')
  expect([back?.before, server.name]).toEqual(['Dinner', 'Lunch'])
  draft.undo()
  await settled()
  expect(server.name).toBe('Dinner')
})
