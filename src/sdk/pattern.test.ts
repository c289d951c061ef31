import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsPattern, PATTERN_MAX, patternProblem } from './pattern.ts'

test.each<[string, readonly string[], readonly string[]]>([
  ['[A-Z]{2}\\d{2}', ['DE12'], ['DE1', 'DE123', 'de12', ' DE12', '']],
  ['^\\d{5}(?:-\\d{4})?$', ['12345', '12345-6789'], ['1234', '12345-', '12345-67890']],
  ['cat|dogs?', ['cat', 'dog', 'dogs'], ['cats', 'catdog', '']],
  ['(a|b)*c', ['c', 'ababc'], ['ab', 'cc']],
  ['a{2,}', ['aa', 'aaaa'], ['a']],
  ['(ab){1,2}', ['ab', 'abab'], ['', 'ababab']],
  ['a+?b', ['ab', 'aab'], ['b']],
  ['[^\\s@]+@[\\w.]+', ['a@b.c'], ['a b@c', '@b']],
  ['\\p{L}+', ['Łódź'], ['a1']],
  ['.', ['x', '😀', '\n'], ['', 'xy']],
  ['\\$\\^\\\\', ['$^\\'], ['$^']],
  ['(|a)*', ['', 'aaa'], ['b']],
  ['x\\\\$', ['x\\'], ['x']],
  ['x\\$', ['x$'], ['x']],
])('%s takes whole texts', (pattern, fitting, others) => {
  expect(patternProblem(pattern)).toBeUndefined()
  expect(fitting.filter((text) => !fitsPattern(text, pattern))).toEqual([])
  expect(others.filter((text) => fitsPattern(text, pattern))).toEqual([])
})

test.each([
  ['(a', 'A group is not closed'],
  ['a)', '“)” stands where it means nothing'],
  ['*a', '“*” stands where it means nothing'],
  ['a**', '“*” stands where it means nothing'],
  ['a^b', '“^” stands where it means nothing'],
  ['(?=a)b', 'Groups look neither ahead nor back'],
  ['(a)\\1', '“\\” stands where it means nothing'],
  ['\\bword', '“\\” stands where it means nothing'],
  ['a{3,2}', 'A repetition ends before it begins'],
  ['a{2000}', 'At most 1000 repetitions'],
  ['(((a{30}){30}){30}){30}', 'The pattern is too large'],
  ['((){1000}){1000}', 'The pattern is too large'],
  ['[z-a]', expect.stringContaining('out of order')],
  ['a'.repeat(PATTERN_MAX + 1), `At most ${PATTERN_MAX} characters`],
])('%s is none', (pattern, why) => {
  expect(patternProblem(pattern)).toEqual(why)
})

const piece = fc.constantFrom('a', 'b', '[ab]', '.', 'a*', 'b+', 'a?', '(a|b)', '(ab)*', '(a*|b){1,2}', 'a{2}', '|')

test('it says what the expressions of the language say', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 }),
      (pattern, text) => {
        expect(fitsPattern(text, pattern)).toBe(new RegExp(`^(?:${pattern})$`, 'su').test(text))
      },
    ),
  )
})

test.each(['(a+)+', '(a|a)*', '(a|aa)+', '(.*)*', '(a*)*b', '(a?){60}a{60}'])(
  '%s takes no longer for a text that just fails',
  (pattern) => {
    const begun = performance.now()
    expect(fitsPattern(`${'a'.repeat(1999)}!`, `${pattern}c`)).toBe(false)
    // A backtracking engine takes longer than anybody lives.
    expect(performance.now() - begun).toBeLessThan(5000)
  },
)
