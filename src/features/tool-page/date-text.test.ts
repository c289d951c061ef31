import { expect, test } from 'vitest'
import { toDateText } from './date-text.ts'

test('a day names its month, and its time has a zone', () => {
  expect(toDateText('2026-07-02T23:30:00.000Z')).toEqual({
    exact: '2026-07-02T23:30:00.000Z',
    text: '2 Jul 2026',
    title: '2 Jul 2026, 23:30 UTC',
  })
})
