import { expect, test } from 'vitest'
import { QUIET_MS } from './draft.ts'
import { desk, renamed, start } from './test-draft.ts'

test('what is done on top of a save whose answer got lost clashes with nothing', async () => {
  const { draft, sent, said, pass, answer } = desk()
  draft.edit(renamed('one'))
  pass(QUIET_MS)
  await answer({ offline: true })
  draft.edit(renamed('two'))
  pass(QUIET_MS)
  await answer({ theirs: { graph: renamed('one')(start), revision: 8 } })
  expect(sent).toMatchObject([
    { name: 'one', revision: 7 },
    { name: 'two', revision: 7 },
    { name: 'two', revision: 8 },
  ])
  await answer({ revision: 9 })
  expect([draft.getState().phase, said]).toEqual(['saved', []])
})

test('nor does it on the next page, whether that was opened before the server had it or after', async () => {
  const before = desk()
  before.draft.edit(renamed('one'))
  before.pass(QUIET_MS)
  before.draft.edit(renamed('two'))
  const left = before.keeps.at(-1)?.[0]
  if (!left) throw new Error('nothing was kept')
  const late = desk(renamed('one')(start), 8)
  late.draft.restore(left)
  late.pass(QUIET_MS)
  expect(late.sent).toMatchObject([{ name: 'two', revision: 8 }])
  const early = desk()
  early.draft.restore(left)
  early.pass(QUIET_MS)
  await early.answer({ theirs: { graph: renamed('one')(start), revision: 8 } })
  expect(early.sent).toMatchObject([
    { name: 'two', revision: 7 },
    { name: 'two', revision: 8 },
  ])
})
