import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { textDiff } from './text-diff.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(textDiff, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test('words are told apart without the white space around them', () => {
  expect(run({ a: 'The quick brown fox', b: 'The quick red fox' })).toMatchObject({
    inserted: ['red'],
    deleted: ['brown'],
    insertedCharacters: 3,
    deletedCharacters: 5,
  })
})

test('lines', () => {
  expect(run({ a: 'one\ntwo\nthree\n', b: 'one\n2\nthree\n', by: 'line' })).toMatchObject({
    inserted: ['2\n'],
    deleted: ['two\n'],
    unified: '--- first\n+++ second\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
  })
})

test('POSIX: a file without a line end at its end says so', () => {
  expect(run({ a: 'one', b: 'one\n', by: 'line' }).unified).toBe(
    '--- first\n+++ second\n@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n+one\n',
  )
})

test('a character beyond U+FFFF is one', () => {
  expect(run({ a: '😀', b: '😁', by: 'character' })).toMatchObject({
    inserted: ['😁'],
    deleted: ['😀'],
    insertedCharacters: 1,
  })
})

test('case can be ignored', () => {
  expect(run({ a: 'Fox', b: 'fox' }).equal).toBe(false)
  expect(run({ a: 'Fox', b: 'fox', ignoreCase: true })).toMatchObject({ equal: true, inserted: [] })
})

test('nothing against something', () => {
  expect(run({ a: '', b: 'abc' })).toMatchObject({ inserted: ['abc'], deleted: [] })
  expect(run({})).toMatchObject({ equal: true, diff: [] })
})

test('without the insertions the diff is the first text, without the deletions the second', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('character', 'line'),
      (a, b, by) => {
        const parts = run({ a, b, by }).diff as { text: string; mark?: number }[]
        const without = (parity: number) =>
          parts
            .filter(({ mark }) => mark === undefined || mark % 2 !== parity)
            .map((part) => part.text)
            .join('')
        expect(without(1)).toBe(a)
        expect(without(0)).toBe(b)
      },
    ),
  )
})
