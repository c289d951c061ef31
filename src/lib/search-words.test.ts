import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletionVariants, foldWords, queryWords, withinOneEdit } from './search-words.ts'

test('accents, case and punctuation do not count', () => {
  expect(foldWords('Crème Brûlée: base-64 & ÅNGSTRÖM')).toEqual(['creme', 'brulee', 'base', '64', 'angstrom'])
})

test('noise words are dropped unless there is nothing else', () => {
  expect(queryWords('kg to lb')).toEqual(['kg', 'lb'])
  expect(queryWords('to the')).toEqual(['to', 'the'])
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

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 3, maxLength: 8 })

test('words within one edit share a variant, so the index never misses one', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      fc.pre(withinOneEdit(a, b))
      const variants = new Set(deletionVariants(a))
      expect(deletionVariants(b).some((variant) => variants.has(variant))).toBe(true)
    }),
  )
})
