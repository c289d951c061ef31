import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { regexTester } from './regex-tester.tool.ts'

interface Found {
  readonly match: string
  readonly index: number
}
const run = (input: Record<string, unknown>) => {
  const outcome = runTool(regexTester, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (input: Record<string, unknown>) => {
  const outcome = runTool(regexTester, input)
  return outcome.ok ? undefined : outcome.error
}
const found = (pattern: string, flags: unknown, text: string) =>
  (run({ pattern, flags, text }).matches as unknown as Found[]).map(({ match, index }) => `${index}:${match}`)

// ECMA-262, notes of the pattern semantics: alternatives, quantifiers, lookahead and back-references.
test.each([
  ['a|ab', 'abc', 'a', []],
  ['((a)|(ab))((c)|(bc))', 'abc', 'abc', ['a', 'a', null, 'bc', null, 'bc']],
  ['a[a-z]{2,4}', 'abcdefghi', 'abcde', []],
  ['a[a-z]{2,4}?', 'abcdefghi', 'abc', []],
  ['(aa|aabaac|ba|b|c)*', 'aabaac', 'aaba', ['ba']],
  ['(z)((a+)?(b+)?(c))*', 'zaacbbbcac', 'zaacbbbcac', ['z', 'ac', 'a', null, 'c']],
  ['(a*)*', 'b', '', [null]],
  ['(?=(a+))', 'baaabac', '', ['aaa']],
  ['(?=(a+))a*b\\1', 'baaabac', 'aba', ['a']],
  ['(.*?)a(?!(a+)b\\2c)\\2(.*)', 'baaabaac', 'baaabaac', ['ba', null, 'abaac']],
])('/%s/ on %j', (pattern, text, match, groups) => {
  expect(run({ pattern, text }).matches).toMatchObject([{ match, groups }])
})

test('flags come as a list, as text with commas and as they are written in code', () => {
  for (const flags of [['g', 'i'], 'g,i', 'gi', 'ig']) expect(found('a', flags, 'Aa')).toEqual(['0:A', '1:a'])
  for (const flags of [undefined, [], '']) expect(found('a', flags, 'Aa')).toEqual(['1:a'])
  expect(problem({ pattern: 'a', flags: 'gx' })).toMatchObject({ code: 'INVALID_INPUT', details: [{ field: 'flags' }] })
})

// ECMA-262, AdvanceStringIndex: by code point with u or v, else by code unit.
test('an empty match moves on by code point with u or v', () => {
  expect(found('(?:)', 'g', 'a😀')).toEqual(['0:', '1:', '2:', '3:'])
  expect(found('(?:)', 'gu', 'a😀')).toEqual(['0:', '1:', '3:'])
  expect(found('(?:)', 'gv', 'a😀')).toEqual(['0:', '1:', '3:'])
})

test('sticky and multi-line', () => {
  expect(found('a', 'y', 'ba')).toEqual([])
  expect(found('a', 'gy', 'aab')).toEqual(['0:a', '1:a'])
  expect(found('^.', 'gm', 'a\nb')).toEqual(['0:a', '2:b'])
  expect(found('a.b', 's', 'a\nb')).toEqual(['0:a\nb'])
})

test('named groups and their indices', () => {
  expect(run({ pattern: '(?<y>\\d{4})-(?<m>\\d\\d)?', flags: 'd', text: 'on 2026-' }).matches).toEqual([
    {
      match: '2026-',
      index: 3,
      end: 8,
      groups: ['2026', null],
      namedGroups: { y: '2026', m: null },
      indices: [[3, 8], [3, 7], null],
    },
  ])
})

test('test answers yes or no', () => {
  expect(run({ pattern: '^\\d+$', text: '123', action: 'test' })).toEqual({ valid: true, result: true })
  expect(run({ pattern: '^\\d+$', text: '12a', action: 'test' })).toEqual({ valid: true, result: false })
  expect(run({ pattern: '^$', action: 'test' })).toEqual({ valid: true, result: true })
})

// ECMA-262, GetSubstitution.
test.each([
  ['$1', 'a[b]c'],
  ['$&$&', 'a[bb]c'],
  ['$`', 'a[a]c'],
  ["$'", 'a[c]c'],
  ['$$', 'a[$]c'],
  ['$<name>', 'a[b]c'],
  ['$2', 'a[$2]c'],
  ['', 'a[]c'],
])('the replacement %j', (replacement, result) => {
  const input = { pattern: '(?<name>b)', text: 'abc', action: 'replace', replacement: `[${replacement}]` }
  expect(run(input).result).toBe(result)
})

test.each([
  ['(', ''],
  ['[b-a]', ''],
  ['a**', ''],
  ['(?<n>a)(?<n>b)', ''],
  ['\\p{Nope}', 'u'],
  ['a', 'uv'],
])('/%s/%s is not valid, and that is the verdict', (pattern, flags) => {
  for (const action of ['test', 'match', 'replace'])
    expect(run({ pattern, flags, text: 'a', action })).toEqual({
      valid: false,
      message: expect.stringContaining('nvalid'),
      count: 0,
      matches: [],
    })
})

test('all matches are counted, the first thousand listed', () => {
  const outputs = run({ pattern: 'a', flags: 'g', text: 'a'.repeat(5000) })
  expect(outputs.count).toBe(5000)
  expect(outputs.matches).toHaveLength(1000)
})

// ECMA-262, RegExp.prototype [ @@replace ]: with y and without g one match, at lastIndex, which is 0.
test('with flag y alone, what is replaced is what is found', () => {
  const outputs = run({ pattern: 'a', flags: 'y', text: 'aab', action: 'replace', replacement: 'x' })
  expect(outputs).toMatchObject({ result: 'xab', count: 1, matches: [{ match: 'a', index: 0, end: 1 }] })
})

test('a replaced text that would not fit is refused', () => {
  const input = { pattern: 'a', flags: 'g', text: 'a'.repeat(100_000), action: 'replace' }
  for (const replacement of ['x'.repeat(100), 'x'.repeat(10_000)])
    expect(problem({ ...input, replacement })?.details).toMatchObject([{ field: 'replacement' }])
})

test('a pattern is required, and the tool says that it may run long', () => {
  expect(problem({ text: 'a' })?.message).toBe('Pattern is required')
  expect(regexTester.mayRunLong).toBe(true)
})
