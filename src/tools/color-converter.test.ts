import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { colorConverter } from './color-converter.tool.ts'

const run = (color: string, more: Record<string, unknown> = {}): Record<string, unknown> => {
  const outcome = runTool(colorConverter, { color, ...more })
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}

// web-platform-tests, css/css-color: the colour, and the sRGB colour that must look the same.
test.each([
  ['lab(46.2775% -47.5621 48.5837)', '#008000'],
  ['lab(0% 0 0)', '#000000'],
  ['lab(100% 0 0)', '#ffffff'],
  ['lch(46.2775% 67.9892 134.3912)', '#008000'],
  ['oklab(51.975% -0.1403 0.10768)', '#008000'],
  ['oklch(51.975% 0.17686 142.495)', '#008000'],
  ['color(srgb 0 0.502 0)', '#008000'],
  ['color(display-p3 0.21604 0.49418 0.13151)', '#008000'],
  ['color(a98-rgb 0.281363 0.498012 0.116746)', '#008000'],
  ['color(prophoto-rgb 0.230479 0.395789 0.129968)', '#008000'],
  ['color(rec2020 0.235202 0.431704 0.085432)', '#008000'],
  ['color(xyz 0.07719 0.15438 0.02573)', '#008000'],
  ['color(xyz-d50 0.08312 0.154746 0.020961)', '#008000'],
  ['color(srgb-linear 0 0.21586 0)', '#008000'],
  ['hwb(120deg 0% 49.8039%)', '#008000'],
  ['hsl(120deg 100% 25.1%)', '#008000'],
])('%s is %s', (color, hex) => {
  expect(run(color)).toMatchObject({ hex })
})

// css/css-color/oklch-005.html and oklch-007.html give sRGB with five digits.
test.each([
  ['oklch(50% 0.2 270)', [0.23056, 0.3173, 0.82628]],
  ['oklch(55% 0.15 345)', [0.67293, 0.27791, 0.5228]],
])('%s in sRGB', (color, channels) => {
  const numbers = [...String(run(color, { decimals: 10 }).srgb).matchAll(/[\d.]+/g)].map(([text]) => Number(text))
  for (const [index, channel] of channels.entries()) expect(numbers[index]).toBeCloseTo(channel, 4)
})

// CSS Color 5, relative colours, example of the triad: lch(60% 90 200) is color(srgb -0.6 0.698 0.772).
test('a colour far outside of sRGB keeps its negative channel', () => {
  expect(run('lch(60% 90 200)')).toMatchObject({
    srgb: expect.stringMatching(/^color\(srgb -0\.(59[5-9]|60)\d* 0\.69[78]\d* 0\.77[12]\d*\)$/),
    displayable: false,
  })
})

// CSS Color 4, section 5.1: rgb() outside 0 to 255 is clipped; section 7: a negative saturation is 0.
test.each([
  ['rgb(300 -20 0)', '#ff0000'],
  ['rgb(100% 0% 0%)', '#ff0000'],
  ['hsl(0 -50% 50%)', '#808080'],
  ['hwb(90 60% 60%)', '#808080'],
  ['RGB(255, 136, 0)', '#ff8800'],
  ['ff8800', '#ff8800'],
  ['  Teal ', '#008080'],
  ['hsl(.5turn 100% 25.1%)', '#008080'],
  ['transparent', '#00000000'],
  ['rgb(none 128 none)', '#008000'],
  // CSS Color 4, section 4.4: a missing component behaves as 0.
  ['rgb(0 0 0 / none)', '#00000000'],
  ['hsl(120deg 100% 25.1% /none )', '#00800000'],
])('%j is %s', (color, hex) => {
  expect(run(color)).toMatchObject({ hex })
})

test('what sRGB lacks keeps its own numbers, and is fitted where it must be', () => {
  const out = run('color(display-p3 0 1 0)')
  expect(out).toMatchObject({
    displayable: false,
    displayP3: 'color(display-p3 0 1 0)',
    srgb: expect.stringMatching(/^color\(srgb -0\.5116\d* 1\.0182\d* -0\.3106\d*\)$/),
  })
  expect(String(out.hex)).toMatch(/^#00f[\da-f]{3}$/)
})

test('a grey has no hue, and no minus zero', () => {
  expect(run('#808080', { decimals: 2 })).toMatchObject({
    hsl: 'hsl(0 0% 50.2%)',
    lab: 'lab(53.59% 0 0)',
    lch: 'lch(53.59% 0 0)',
    oklch: 'oklch(59.99% 0 0)',
  })
  expect(run('lab(100% 0 0)')).toMatchObject({ lch: 'lch(100% 0 0)', oklch: 'oklch(100% 0 0)' })
})

// CSS Color 4, section 4.4: a colour without chroma has no hue; white and the lightest of Lab are the same.
test.each(['lab(100% 0 0)', 'lch(150% 0 0)', 'oklch(100% 0 0)', 'white'])('%s is white, without a tint', (color) => {
  expect(run(color)).toMatchObject({ hsl: 'hsl(0 0% 100%)', hwb: 'hwb(0 100% 0%)', lch: 'lch(100% 0 0)' })
})

test('the old notation has commas and an a', () => {
  expect(run('#ff880080', { notation: 'legacy', decimals: 1 })).toMatchObject({
    rgb: 'rgba(255, 136, 0, 0.502)',
    hsl: 'hsla(32, 100%, 50%, 0.502)',
  })
  expect(run('#ff8800', { notation: 'legacy' })).toMatchObject({ rgb: 'rgb(255, 136, 0)' })
})

test('the picture shows the colour and how much of it', () => {
  expect(decodeURIComponent(String(run('#ff880080').swatch))).toContain('fill="#ff8800" fill-opacity="0.50196')
})

test.each(['no colour', 'rgb(1 2', 'rgb(1,2 3)', '#12345', 'url(#a)', 'currentcolor', 'color(--x 1 2 3)'])(
  '%j is refused',
  (color) => {
    expect(run(color)).toEqual({
      error: {
        field: 'color',
        message: 'Colour must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200)',
      },
    })
  },
)
