import { expect, test } from 'vitest'
import { stepped } from './fields/number-fields.tsx'
import { niceTicks, STEPS_OF_TENTHS } from './outputs/chart-scale.ts'
import { columnsOf, formatValue, toRows } from './outputs/format-value.ts'
import { slicePath } from './outputs/output-wheel.tsx'
import { pageNumbers } from './pagination.tsx'
import { readSidebarCollapsed, sidebarCookie } from './shell/sidebar-state.ts'

test.each([
  [6, 20, [1, 0, 5, 6, 7, 0, 20]],
  [1, 20, [1, 2, 0, 20]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [20, 20, [1, 0, 19, 20]],
  [1, 1, [1]],
])('page %i of %i shows %j', (page, count, expected) => {
  expect(pageNumbers(page, count)).toEqual(expected)
})

test.each([
  [0, 87, [0, 25, 50, 75, 100]],
  [0, 250_000, [0, 100_000, 200_000, 300_000]],
  [-3, 4, [-4, -2, 0, 2, 4]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [0, 0, [0, 0.25]],
])('the axis of %d to %d has the ticks %j', (min, max, expected) => {
  expect(niceTicks(min, max)).toEqual(expected)
})

test.each([
  [0.9, [0, 0.5, 1]],
  [1, [0, 0.5, 1]],
  [2.2, [0, 1, 2, 3]],
  [30, [0, 10, 20, 30]],
])('the axis of hours up to %d has ticks that one decimal can tell: %j', (max, expected) => {
  expect(niceTicks(0, max, STEPS_OF_TENTHS)).toEqual(expected)
})

test.each([
  [101.4, 'money', '101.40'],
  [1234.5, 'money', '1,234.50'],
  [-0.005, 'money', '-0.01'],
  [12.5, 'percent', '12.5 %'],
  [32.5012506253127, 'rounded-percent', '32.5 %'],
  [0.0619595845973799, 'rounded', '0.06196'],
  [17.1428571428571, 'rounded', '17.14'],
  [232.258065, 'rounded', '232.26'],
  [1234567.891, 'rounded', '1,234,567.89'],
  [16.25, 'rounded', '16.25'],
  [-1e-9, 'rounded', '-1e-9'],
  [0.3048, undefined, '0.3048'],
  [1_000_000, undefined, '1,000,000'],
  [1e-7, undefined, '1e-7'],
  [1e21, undefined, '1e+21'],
  [true, undefined, 'Yes'],
  [null, undefined, '–'],
  ['<b>', undefined, '<b>'],
  [{ a: 1 }, undefined, '{"a":1}'],
] as const)('%j as %s is %s', (value, format, expected) => {
  expect(formatValue(value, format)).toBe(expected)
})

test('rows that are no objects get one column', () => {
  const rows = toRows([3, { a: 'x' }])
  expect(rows).toEqual([{ value: 3 }, { a: 'x' }])
  expect(columnsOf(rows, undefined)).toEqual([{ name: 'value', label: 'value', type: 'number' }])
})

test('steps stay within the limits and free of binary noise', () => {
  expect(stepped('0.1', 1, { step: 0.2 })).toBe('0.3')
  expect(stepped('99', 10, { max: 100 })).toBe('100')
  expect(stepped('', 1, { min: 15, step: 5 })).toBe('20')
  expect(stepped('1,234.50', -1, {})).toBe('1233.5')
})

test('the sidebar cookie is read back', () => {
  expect(sidebarCookie(true)).toBe('sidebar_state=collapsed; Path=/; Max-Age=604800; SameSite=Lax')
  expect(readSidebarCollapsed('theme=dark; sidebar_state=collapsed')).toBe(true)
  expect(readSidebarCollapsed('sidebar_state=expanded')).toBe(false)
  expect(readSidebarCollapsed('x_sidebar_state=collapsed')).toBe(false)
  expect(readSidebarCollapsed(undefined)).toBe(false)
})

test('the first slice of a wheel is centred on top', () => {
  expect(slicePath(0, 4)).toBe('M0 0L-67.882 -67.882A96 96 0 0 1 67.882 -67.882Z')
})
