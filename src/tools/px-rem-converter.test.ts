import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { pxRemConverter } from './px-rem-converter.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(pxRemConverter, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

// Calculatey, PX to REM Converter, common conversions at 16px.
test.each([
  [10, 0.625],
  [12, 0.75],
  [14, 0.875],
  [18, 1.125],
  [20, 1.25],
  [48, 3],
  [0, 0],
  [-8, -0.5],
])('%dpx is %drem, and back', (px, rem) => {
  expect(run({ value: px, from: 'px', to: 'rem' })).toMatchObject({ value: rem })
  expect(run({ value: rem, from: 'rem', to: 'px' })).toMatchObject({ value: px })
})

// W3C, CSS Values and Units Level 4, section 6: the names of units are case-insensitive.
test('units in capitals', () => {
  expect(run({ value: 24, from: 'PX', to: 'Rem' })).toMatchObject({ value: 1.5, css: '1.5rem' })
  expect(run({ value: 1, from: 'MM', to: 'q' })).toMatchObject({ value: 4, css: '4Q' })
})

// W3C, CSS Values and Units Level 4, section 6.2.
test('an inch in every unit', () => {
  const { units } = run({ value: 1, from: 'in' }) as { units: { unit: string; value: number }[] }
  expect(Object.fromEntries(units.map(({ unit, value }) => [unit, value]))).toEqual({
    px: 96,
    rem: 6,
    em: 6,
    '%': 600,
    pt: 72,
    pc: 6,
    in: 1,
    cm: 2.54,
    mm: 25.4,
    Q: 101.6,
  })
})

test('em and per cent are of the parent, rem of the root', () => {
  const sizes = { base: 10, parent: 20 }
  expect(run({ value: 2, from: 'rem', to: 'em', ...sizes })).toMatchObject({ value: 1, css: '1em' })
  expect(run({ value: 150, from: '%', to: 'px', ...sizes })).toMatchObject({ value: 30 })
  expect(run({ value: 1, from: 'em', to: 'px', base: 10 })).toMatchObject({ value: 10 })
})

test('other spellings of the units', () => {
  expect(run({ value: 12, from: 'Points', to: 'pixels' })).toMatchObject({ value: 16 })
  expect(run({ value: 4, from: 'q', to: 'mm' })).toMatchObject({ value: 1 })
})

test.each([
  [{}, 'value', 'Value is required'],
  [{ value: 1, base: 0 }, 'base', 'Root font size must be at least 0.01'],
  [{ value: 1e10 }, 'value', 'Value must be at most 1000000000'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
