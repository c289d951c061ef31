import { expect, test } from 'vitest'
import { isUsableKey, keyFor } from './keys.ts'

test.each([
  ['Fetch order', [], 'fetch_order'],
  ['Fetch order', ['fetch_order'], 'fetch_order_2'],
  ['Fetch order', ['fetch_order', 'fetch_order_2'], 'fetch_order_3'],
  ['  Größe: 3 m²! ', [], 'gro_e_3_m2'],
  ['Crème brûlée', [], 'creme_brulee'],
  ['2nd try', [], 'step_2nd_try'],
  ['日本', [], 'step'],
  ['', [], 'step'],
  ['In', [], 'in_2'],
  ['Constructor', [], 'constructor_2'],
  ['x'.repeat(80), ['x'.repeat(50)], `${'x'.repeat(48)}_2`],
])('%s without %j is %s', (name, taken, key) => {
  expect(keyFor(name, new Set(taken))).toBe(key)
  expect(isUsableKey(key)).toBe(true)
})

test.each(['in', 'true', 'null', 'constructor', 'Upper', '1st', '', 'x'.repeat(51)])('%s is no key', (key) => {
  expect(isUsableKey(key)).toBe(false)
})
