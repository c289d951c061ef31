import { expect, test } from 'vitest'
import { misfits } from './json-schema-misfits.ts'

test('what every object inherits is not there', () => {
  const value = { a: { b: [{}] } }
  expect(misfits({ required: ['toString'] }, value)).toEqual([
    'the whole: Instance does not have required property "toString".',
  ])
  expect(misfits({ properties: { constructor: { type: 'number' } } }, value)).toEqual([])
  // Whoever gave it keeps it as it was.
  expect(Object.getPrototypeOf(value.a)).toBe(Object.prototype)
})
