import { expect, test } from 'vitest'
import { addressOf, doneText, filterIn, outcomesText, rateText, showsAll } from './list-words.ts'

test.each([
  ['', {}, '/workflows'],
  ['text=%20tax%20&status=failing', { text: 'tax', status: 'failing' }, '/workflows?text=tax&status=failing'],
  ['status=deleted&sort=colour', {}, '/workflows'],
  ['sort=changed&tag=Night+shift', { tag: 'Night shift' }, '/workflows?tag=Night+shift'],
  ['sort=name&new=', { sort: 'name' }, '/workflows?sort=name'],
])('the address "?%s" asks for what it can', (search, filter, address) => {
  const asked = filterIn(new URLSearchParams(search))
  expect(asked).toEqual(filter)
  expect(addressOf(asked)).toBe(address)
})

test('an order alone leaves nothing out', () => {
  expect([showsAll({}), showsAll({ sort: 'name' }), showsAll({ tag: 'a' })]).toEqual([true, true, false])
})

const ends = (succeeded: number, failed: number) => [
  ...Array.from({ length: succeeded }, () => 'succeeded' as const),
  ...Array.from({ length: failed }, () => 'failed' as const),
]
test.each([
  [ends(0, 0), '', 'No run of a published version has ended yet'],
  [ends(1, 0), '100 %', 'Its only run succeeded'],
  [ends(0, 1), '0 %', 'Its only run failed'],
  [ends(18, 2), '90 %', '18 of its last 20 runs succeeded'],
  [ends(20, 0), '100 %', 'Its last 20 runs succeeded'],
  [ends(0, 3), '0 %', 'Its last 3 runs failed'],
  [ends(399, 1), '99 %', '399 of its last 400 runs succeeded'],
  [ends(1, 399), '1 %', '1 of its last 400 runs succeeded'],
])('the ends of runs %j are %s: %s', (outcomes, rate, text) => {
  expect([rateText(outcomes), outcomesText(outcomes)]).toEqual([rate, text])
})

test('what was done is said with a name, or with a number', () => {
  expect(doneText('pause', ['Orders'])).toBe('“Orders” paused')
  expect(doneText('restore', ['a', 'b', 'c'])).toBe('3 workflows brought back')
})
