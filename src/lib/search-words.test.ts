import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletionVariants, foldWords, queryWords, withinOneEdit } from './search-words.ts'

test('accents, case and punctuation do not count', () => {
  expect(foldWords('Crème Brûlée: base-64 & ÅNGSTRÖM')).toEqual(['creme', 'brulee', 'base', '64', 'angstrom'])
})

test('noise words are dropped unless there is nothing else', () => {
  expect(queryWords('kg to lb')).toEqual(['kg', 'lb'])
  expect(queryWords('to the')).toEqual(['to', 'the'])
  expect(queryWords('How much do I pay back each month?')).toEqual(['pay', 'back', 'month'])
})

// The four edits of Damerau (1964).
test.each([
  ['tip', 'tip', true],
  ['tpi', 'tip', true],
  ['tp', 'tip', true],
  ['tipp', 'tip', true],
  ['tap', 'tip', true],
  ['ipt', 'tip', false],
  ['pit', 'tip', false],
  ['loan', 'lawn', false],
  ['calcualtor', 'calculator', true],
])('%s is one edit from %s: %s', (a, b, expected) => {
  expect(withinOneEdit(a, b)).toBe(expected)
})

const letter = fc.constantFrom('a', 'b', 'c', 'd')
const word = fc.array(letter, { minLength: 3, maxLength: 8 })
const EDITS = ['none', 'insert', 'delete', 'replace', 'swap'] as const

function edited(letters: readonly string[], edit: (typeof EDITS)[number], at: number, other: string): string[] {
  const [before, [here = other, next, ...rest]] = [letters.slice(0, at), letters.slice(at)]
  if (edit === 'none') return [...letters]
  if (edit === 'insert') return [...before, other, ...letters.slice(at)]
  if (edit === 'swap' && next !== undefined) return [...before, next, here, ...rest]
  return [...before, ...(edit === 'delete' ? [] : [other]), ...letters.slice(at + 1)]
}

test('words within one edit share a variant, so the index never misses one', () => {
  fc.assert(
    fc.property(word, fc.constantFrom(...EDITS), fc.nat(7), letter, (letters, edit, place, other) => {
      const [a, b] = [letters.join(''), edited(letters, edit, place % letters.length, other).join('')]
      expect(withinOneEdit(a, b)).toBe(true)
      const variants = new Set(deletionVariants(a))
      // A word of two letters stays as typed; the longer one then has it among its variants.
      expect(deletionVariants(b).some((variant) => variants.has(variant))).toBe(true)
    }),
  )
})
