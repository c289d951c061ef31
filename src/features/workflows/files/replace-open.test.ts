import { expect, test } from 'vitest'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createDraft } from '../editor/draft.ts'
import type { SaveOutcome } from '../editor/save-outcome.ts'
import { refuseUnseen, replaceOpen } from './replace-open.ts'

const graphOf = (names: readonly string[]) =>
  Graph.parse({ nodes: names.map((name, at) => ({ id: `n${at}`, key: `k${at}`, type: 'set', name })) })
const namesIn = ({ nodes }: Graph) => nodes.map(({ name }) => name)
const OLD = graphOf(['old'])

/** An open draft whose server answers each save in turn; saves are counted from revision 7. */
function desk(...answers: (SaveOutcome | Promise<SaveOutcome>)[]) {
  const sent: [names: string[], revision: number, keepReplaced: boolean][] = []
  const draft = createDraft({
    ...{ graph: graphOf(['now']), revision: 7, now: () => 0, after: () => () => {} },
    save: async (graph, revision, { keepReplaced }) => {
      sent.push([namesIn(graph), revision, keepReplaced])
      return answers.shift() ?? { revision: revision + 1 }
    },
  })
  return { draft, sent }
}
const asked = { graph: OLD, label: 'Restore Version 1', compared: 7 }

test('a version takes the place of the draft that it was compared with', async () => {
  const { draft, sent } = desk()
  expect(await replaceOpen(draft, asked)).toBe(8)
  expect(sent).toEqual([[['old'], 7, true]])
  expect(draft.getState()).toMatchObject({ undo: 'Restore Version 1', phase: 'saved' })
})

test('what is put in place while a save is under way is sent as such after it', async () => {
  const saving = Promise.withResolvers<SaveOutcome>()
  const { draft, sent } = desk(saving.promise)
  draft.edit(() => graphOf(['typed']))
  const saved = draft.flush()
  draft.replace(OLD, 'Restore Version 1')
  saving.resolve({ revision: 8 })
  expect(await saved).toBe(true)
  draft.edit(() => graphOf(['next']))
  await draft.flush()
  expect(sent).toEqual([
    [['typed'], 7, false],
    [['old'], 8, true],
    [['next'], 9, false],
  ])
})

test('what was typed since the comparison is saved, and is not replaced unseen', async () => {
  const { draft, sent } = desk()
  draft.edit(() => graphOf(['typed']))
  await expect(replaceOpen(draft, asked)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(sent).toEqual([[['typed'], 7, false]])
  expect(namesIn(draft.getState().graph)).toEqual(['typed'])
  await expect(replaceOpen(draft, { ...asked, graph: undefined })).rejects.toMatchObject({ code: 'CHANGED' })
})

test.each<[why: string, SaveOutcome, code: string]>([
  ['there is no connection', { offline: true }, 'NOT_SAVED'],
  ['the server refuses it', { failed: 'No' }, 'NOT_SAVED'],
  ['somebody else has changed the same', { theirs: { graph: graphOf(['theirs']), revision: 8 } }, 'NOT_SAVED'],
])('nothing is replaced where the draft cannot be saved: %s', async (_why, outcome, code) => {
  const { draft } = desk(outcome)
  draft.edit(() => graphOf(['typed']))
  await expect(replaceOpen(draft, asked)).rejects.toMatchObject({ code })
  expect(namesIn(draft.getState().graph)).toEqual(['typed'])
  if ('theirs' in outcome) await expect(replaceOpen(draft, asked)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what somebody else saved on the way is taken in, and is not published unseen', async () => {
  const { draft } = desk({ theirs: { graph: graphOf(['now', 'theirs']), revision: 8 } })
  const restored = await replaceOpen(draft, asked)
  expect([restored, namesIn(draft.getState().graph)]).toEqual([9, ['old', 'theirs']])
  expect(() => refuseUnseen(7, restored)).toThrow('Somebody else has changed the draft meanwhile')
  expect(() => refuseUnseen(7, 8)).not.toThrow()
})
