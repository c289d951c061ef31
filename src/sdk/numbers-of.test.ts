import { expect, test } from 'vitest'
import { numbersOf } from './numbers-of.ts'
import { ToolError } from './tool-error.ts'

const read = (parts: readonly string[]) => numbersOf(parts, { field: 'flows', label: 'Flows', most: 4, largest: 1000 })

test('numbers as people write them', () => {
  expect(read(['-70', '1,000', '−2.5', '1e2'])).toEqual([-70, 1000, -2.5, 100])
  expect(read([])).toEqual([])
})

test.each([
  [['1', 'two'], 'Flows: number 2, “two”, is not a number'],
  [['-10', '000'], 'Flows: “000” looks like a part of a number; write 10000, not 10,000'],
  [['1', '2', '3', '4', '5'], 'Flows: at most 4 numbers, not 5'],
  [['1001'], 'Flows: number 1 must be between -1000 and 1000'],
])('%j is refused', (parts, message) => {
  expect(() => read(parts)).toThrow(new ToolError(message, { field: 'flows' }))
})
