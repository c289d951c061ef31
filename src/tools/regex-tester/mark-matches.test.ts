import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { regexTester } from '../regex-tester.tool.ts'
import { MOST_MARKED } from './mark-matches.ts'

interface Part {
  readonly text: string
  readonly mark?: number
  readonly group?: number
}
function marked(pattern: string, flags: string, text: string): readonly Part[] | undefined {
  const outcome = runTool(regexTester, { pattern, flags, text })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs.highlighted as readonly Part[] | undefined
}
/** "on [1:2:10]-…": the number of the match, of the group, the text. */
const drawn = (pattern: string, flags: string, text: string) =>
  marked(pattern, flags, text)
    ?.map((part) =>
      part.mark === undefined ? part.text : `[${part.mark}${part.group ? `:${part.group}` : ''} ${part.text}]`,
    )
    .join('')

test.each([
  ['b', '', 'abcb', 'a[1 b]cb'],
  ['b', 'g', 'abcb', 'a[1 b]c[2 b]'],
  ['a', 'g', 'aa', '[1 a][2 a]'],
  ['(\\w+)\\s(\\w+)', '', 'Maria Cruz!', '[1:1 Maria][1  ][1:2 Cruz]!'],
  ['a(b(c)d)e', '', 'abcde', '[1 a][1:1 b][1:2 c][1:1 d][1 e]'],
  ['((a))', '', 'a', '[1:2 a]'],
  ['(a)|(b)', 'g', 'ba', '[1:2 b][2:1 a]'],
  ['(?=(a+))', '', 'baa', 'b[1 ]aa'],
  ['(?<=(a))b(?=(c))', '', 'abc', 'a[1 b]c'],
  ['()a', '', 'a', '[1 a]'],
  ['(?:)', 'g', 'ab', '[1 ]a[2 ]b[3 ]'],
  ['^', 'gm', 'a\nb', '[1 ]a\n[2 ]b'],
  ['(a)', 'gy', 'aab', '[1:1 a][2:1 a]b'],
  ['(.)', 'gu', 'a😀', '[1:1 a][2:1 😀]'],
  ['(a)', 'gi', '<b>A</b>', '<b>[1:1 A]</b>'],
])('/%s/%s in %j is %j', (pattern, flags, text, picture) => {
  expect(drawn(pattern, flags, text)).toBe(picture)
})

test('nothing is marked where nothing matches', () => {
  expect(marked('x', 'g', 'abc')).toBeUndefined()
  expect(marked('(', '', 'abc')).toBeUndefined()
})

test('the pieces are the text, whatever the pattern', () => {
  const pattern = fc.constantFrom('(a)|b', 'a*', '(?:)', '(a(b)?)+', '(?<=a)(b*)', '(.)\\1', '[^a]')
  const flags = fc.constantFrom('', 'g', 'gu', 'gs', 'gy', 'gd')
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '<'), maxLength: 30 })
  fc.assert(
    fc.property(pattern, flags, text, (source, flagged, subject) => {
      const parts = marked(source, flagged, subject)
      if (parts !== undefined) expect(parts.map((part) => part.text).join('')).toBe(subject)
    }),
  )
})

test('of a long text the beginning is shown, and no character is cut in two', () => {
  const parts = marked('b+', 'g', `${'a'.repeat(MOST_MARKED - 2)}bbbb`) ?? []
  expect(parts.map(({ text, mark }) => [text.length, mark])).toEqual([
    [MOST_MARKED - 2, undefined],
    [2, 1],
  ])
  const cut = marked('^', '', `a${'😀'.repeat(MOST_MARKED)}`) ?? []
  expect(cut.reduce((sum, { text }) => sum + text.length, 0)).toBe(MOST_MARKED - 1)
})

test('behind the last listed match nothing is shown as if it did not match', () => {
  const parts = marked('a', 'g', 'ab'.repeat(1500)) ?? []
  expect(parts.at(-1)).toEqual({ text: 'a', mark: 1000 })
})
