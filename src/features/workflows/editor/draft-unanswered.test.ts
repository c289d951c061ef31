import { expect, test } from 'vitest'
import { QUIET_MS } from './draft.ts'
import { desk, nameIn, renamed, start } from './test-draft.ts'

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

test('what was refused or never sent cannot come through: only what may have is kept', async () => {
  const { draft, keeps, pass, answer } = desk()
  const unanswered = () => keeps.at(-1)?.[0]?.unanswered?.map(({ graph }) => nameIn(graph))
  draft.edit(renamed('one'))
  pass(QUIET_MS)
  await answer({ failed: 'Too large', notTaken: true })
  expect(unanswered()).toBeUndefined()
  draft.edit(renamed('two'))
  pass(QUIET_MS)
  await answer({ offline: true })
  pass(10_000)
  await answer({ offline: true, notTaken: true })
  expect(unanswered()).toEqual(['two'])
})

test('what it replaced is kept once, also when the answer to that got lost', async () => {
  const { draft, sent, pass, answer } = desk()
  draft.replace(renamed('other')(start), 'Restore version 1')
  pass(QUIET_MS)
  await answer({ offline: true })
  draft.edit(renamed('two'))
  pass(QUIET_MS)
  await answer({ theirs: { graph: renamed('other')(start), revision: 8 } })
  expect(sent.map(({ name, keepReplaced }) => [name, keepReplaced])).toEqual([
    ['other', true],
    ['two', true],
    ['two', false],
  ])
})
