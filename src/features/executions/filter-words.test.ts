import { expect, test } from 'vitest'
import { filterIn, filterText, fromLocalField, toLocalField, toSearch } from './filter-words.ts'

test.each([
  ['', {}, ''],
  ['status=failed&text=+time+out+', { status: 'failed', text: 'time out' }, '?status=failed&text=time+out'],
  ['key=a&from=2026-03-01T12:00:00%2B01:00', { from: '2026-03-01T11:00:00.000Z', key: 'a' }, undefined],
  ['status=asleep&from=soon&text=+&key=&more=1', {}, ''],
])('%s asks for %j', (search, filter, again) => {
  expect(filterIn(new URLSearchParams(search))).toEqual(filter)
  if (again !== undefined) expect(toSearch(filterIn(new URLSearchParams(search)))).toBe(again)
  expect(filterIn(new URLSearchParams(toSearch(filterIn(new URLSearchParams(search)))))).toEqual(filter)
})

test('a time is shown in the zone of whoever looks and read back as the same instant', () => {
  const instant = '2026-03-29T00:30:00.000Z'
  expect(fromLocalField(toLocalField(instant))).toBe(instant)
  expect([toLocalField(undefined), fromLocalField('')]).toEqual(['', undefined])
})

test('what was filtered is said in words', () => {
  const filter = { status: 'failed', from: 'A', to: 'B', text: 'time', key: 'k' } as const
  expect(filterText(filter, (instant) => `<${instant}>`)).toBe(
    'failed, accepted from <A> on, accepted before <B>, with “time” in its error, with the key “k”',
  )
})
