import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createDraft } from './draft.ts'
import { createCopying } from './save-copy.ts'

const named = (name: string) => Graph.parse({ nodes: [{ id: 'n', key: 'a', type: 'set', name }] })
const nameIn = ({ nodes }: Graph) => nodes[0]?.name

/** A draft that clashes with what somebody else has saved, and a server that answers when told. */
async function clash() {
  const draft = createDraft({
    ...{ graph: named('start'), revision: 1, after: () => () => {}, now: () => 0 },
    save: async () => ({ theirs: { graph: named('theirs'), revision: 2 } }),
  })
  draft.edit(() => named('mine'))
  await draft.flush()
  const calls: string[] = []
  const open: (() => void)[] = []
  const called = (call: string) => {
    calls.push(call)
    return new Promise<string>((done) => {
      open.push(() => done('copy'))
    })
  }
  const copying = createCopying(draft, {
    create: (name, graph) => called(`create ${name} ${nameIn(graph)}`),
    save: (copy, graph) => called(`save ${copy} ${nameIn(graph)}`),
  })
  const answer = async () => {
    open.shift()?.()
    await new Promise((done) => setImmediate(done))
  }
  return { draft, copying, calls, answer }
}

test('what is changed while a copy is made belongs to it, and is let go of only then', async () => {
  const { draft, copying, calls, answer } = await clash()
  const copied = copying('Ours')
  draft.edit(() => named('mine, later'))
  await answer()
  draft.edit(() => named('mine, last'))
  await answer()
  expect([draft.getState().phase, calls.length]).toEqual(['conflict', 3])
  await answer()
  expect(await copied).toBe('copy')
  expect(calls).toEqual(['create Ours mine', 'save copy mine, later', 'save copy mine, last'])
  expect(draft.isDirty()).toBe(false)
})

test('asked twice, it is one copy', async () => {
  const { copying, calls, answer } = await clash()
  const both = [copying('Ours'), copying('Ours')]
  await answer()
  expect(await Promise.all(both)).toEqual(['copy', 'copy'])
  expect(calls).toHaveLength(1)
})

test('whoever decides otherwise meanwhile keeps the copy that was asked for, and the draft', async () => {
  const { draft, copying, calls, answer } = await clash()
  const copied = copying('Ours')
  draft.useTheirs()
  draft.edit(() => named('on top of theirs'))
  await answer()
  await copied
  expect([calls, draft.isDirty()]).toEqual([['create Ours mine'], true])
})
