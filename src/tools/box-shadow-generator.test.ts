import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { boxShadowGenerator } from './box-shadow-generator.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(boxShadowGenerator, input)
  return outcome.ok ? outcome.outputs : outcome.error.details?.[0]
}

const drawing = (input: Record<string, unknown>) =>
  decodeURIComponent(String((run(input) as Record<string, unknown>).preview))

// W3C, CSS Color Level 4: three digits are each doubled; alpha 0.5 is 80 in hexadecimal (127.5 rounds to 128).
test.each([
  ['modern', 50, 'rgb(29 78 216 / 0.5)'],
  ['modern', 100, 'rgb(29 78 216)'],
  ['legacy', 50, 'rgba(29, 78, 216, 0.5)'],
  ['legacy', 100, 'rgb(29, 78, 216)'],
  ['hex', 50, '#1d4ed880'],
  ['hex', 100, '#1d4ed8'],
  ['hex', 0, '#1d4ed800'],
])('%s, %d %%: %s', (notation, opacity, colour) => {
  expect(run({ x: 1, y: -2, blur: 3, spread: 0, colour: '#1D4ED8', opacity, notation })).toMatchObject({
    value: `1px -2px 3px 0 ${colour}`,
  })
})

test.each(['#f80', 'f80', 'FF8800', ' #ff8800 '])('%s is #ff8800', (colour) => {
  expect(run({ colour, opacity: 100, notation: 'hex' })).toMatchObject({ value: '0 8px 24px -4px #ff8800' })
})

// W3C, CSS Backgrounds 3, section 6.1.2: the standard deviation is half the blur radius.
test('the preview is blurred by half the radius, and grown by the spread', () => {
  const svg = drawing({ x: 5, y: 6, blur: 30, spread: 10, radius: 0 })
  expect(svg).toContain('stdDeviation="15"')
  expect(svg).toContain('<rect x="-5" y="-4" width="240" height="160" rx="0"')
})

// Section 6.1.1: corners grow with the spread, small ones by less: 4 with a spread of 8 by 8 × (1 − 0.5³) = 7.
test.each([
  [0, 8, 0],
  [4, 8, 11],
  [8, 8, 16],
  [20, 8, 28],
  [20, -8, 12],
  [4, -8, 0],
])('a corner of %d with a spread of %d becomes %d', (radius, spread, corner) => {
  expect(drawing({ radius, spread })).toMatch(new RegExp(`<rect [^>]*rx="${corner}" filter`))
})

test('a spread that leaves nothing draws nothing', () => {
  expect(drawing({ x: 0, y: 0, spread: -100 })).toContain('width="20" height="0"')
})

test('an inner shadow is cut at the box', () => {
  expect(drawing({ inset: true })).toContain('clip-path="url(#c)"')
  expect(run({ inset: true })).toMatchObject({ value: expect.stringMatching(/^inset 0 8px/) })
})

test.each([
  [{ colour: 'red' }, 'colour', 'Colour must be written in hexadecimal, as in #1d4ed8'],
  [{ colour: '#1234' }, 'colour', 'Colour must be written in hexadecimal, as in #1d4ed8'],
  [{ colour: '#000"/>' }, 'colour', 'Colour must be written in hexadecimal, as in #1d4ed8'],
  [{ blur: -1 }, 'blur', 'Blur must be at least 0'],
  [{ opacity: 101 }, 'opacity', 'Opacity must be at most 100'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ field, message })
})
