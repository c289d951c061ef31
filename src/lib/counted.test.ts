import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [0, '0 runs'],
  [1, '1 run'],
  [2, '2 runs'],
  [1_234_567, '1,234,567 runs'],
])('%i is read as "%s"', (count, text) => {
  expect(counted(count, 'run')).toBe(text)
})

test('a plural may be irregular', () => {
  expect([counted(1, 'person', 'people'), counted(2, 'person', 'people')]).toEqual(['1 person', '2 people'])
})
