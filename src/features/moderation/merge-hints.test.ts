import { expect, test } from 'vitest'
import { mergeHints } from './merge-hints.ts'

const SPAM = { kind: 'spam', where: 'title', excerpt: 'buy now' } as const
const KEY = { kind: 'secret', where: 'code', excerpt: 'ghp_… (40 signs)' } as const

test('hints of each version stay, and say which versions have them', () => {
  const first = mergeHints([], [SPAM], '1.0.0')
  expect(first).toEqual([{ ...SPAM, versions: ['1.0.0'] }])
  expect(mergeHints(first, [], '1.0.1')).toEqual(first)
  expect(mergeHints(first, [KEY, SPAM], '1.1.0')).toEqual([
    { ...SPAM, versions: ['1.0.0', '1.1.0'] },
    { ...KEY, versions: ['1.1.0'] },
  ])
})

test('who publishes often cannot make a case too long to be read', () => {
  let hints = mergeHints([], [SPAM], '1.0.0')
  for (let n = 1; n < 100; n++) hints = mergeHints(hints, [SPAM, { ...KEY, excerpt: `${n}` }], `1.0.${n}`)
  expect([hints.length, hints[0]?.versions?.length, hints[0]?.excerpt]).toEqual([60, 20, 'buy now'])
})
