import { expect, test } from 'vitest'
import { nobodyWasHere } from './nobody-was-here.ts'
import { toFigures } from './to-figures.ts'

test.each([
  ['nothing', { sales: 0, tips: 0, share: 0 }, true],
  ['a sale without a run or a view', { sales: 1, tips: 0, share: 700 }, false],
  ['a tip', { sales: 0, tips: 1, share: 0 }, false],
  ['the refund of an older sale', { sales: 0, tips: 0, share: -700 }, false],
])('of %s, %j, nobody was here: %j', (_, revenue, expected) => {
  const asked = { title: 'Tip', slug: 'tip', from: '2026-03-01', to: '2026-03-02' }
  const conversion = { viewers: 0, ran: 0, bought: 0 }
  expect(nobodyWasHere(toFigures(asked, { runs: [], views: [], failures: [], conversion, revenue }))).toBe(expected)
})
