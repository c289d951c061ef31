import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { gradientGenerator } from './gradient-generator.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(gradientGenerator, input)
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}
const places = (stops: string[]) => (run({ stops }).stops as { percent: number }[]).map(({ percent }) => percent)
const drawing = (input: Record<string, unknown>) => decodeURIComponent(String(run(input).preview))

// CSS Images 3, section 3.4.3, the pairs of the example, with per cent for pixels of a line of 100.
test.each([
  [
    ['red', 'white 20%', 'blue'],
    [0, 20, 100],
  ],
  [
    ['red 40%', 'white', 'black', 'blue'],
    [40, 60, 80, 100],
  ],
  [
    ['red -50%', 'white', 'blue'],
    [-50, 25, 100],
  ],
  [
    ['red 20%', 'white 0%', 'blue 40%'],
    [20, 20, 40],
  ],
  [
    ['red', 'white -50%', 'black 150%', 'blue'],
    [0, 0, 150, 150],
  ],
  [
    ['red 80%', 'white 0%', 'black', 'blue 100%'],
    [80, 80, 90, 100],
  ],
  [
    ['red 10% 20%', 'blue'],
    [10, 20, 100],
  ],
])('%j stand at %j', (stops, percents) => {
  expect(places(stops)).toEqual(percents)
})

test.each([
  [
    { type: 'linear', angle: 45, space: 'oklch', hue: 'longer' },
    'linear-gradient(45deg in oklch longer hue, red 0%, blue 100%)',
  ],
  [{ type: 'linear', angle: 180, space: 'oklab' }, 'linear-gradient(in oklab, red 0%, blue 100%)'],
  [{ type: 'radial', space: 'srgb' }, 'radial-gradient(red 0%, blue 100%)'],
  [
    { type: 'radial', shape: 'circle', x: 25, y: 0, space: 'srgb-linear' },
    'radial-gradient(circle at 25% 0% in srgb-linear, red 0%, blue 100%)',
  ],
  [{ type: 'radial', x: 0, space: 'srgb' }, 'radial-gradient(ellipse at 0% 50%, red 0%, blue 100%)'],
  [
    { type: 'conic', angle: 90, x: 10, space: 'hsl', hue: 'increasing' },
    'conic-gradient(from 90deg at 10% 50% in hsl increasing hue, red 0%, blue 100%)',
  ],
  [{ type: 'conic', angle: 0, space: 'lab', repeating: true }, 'repeating-conic-gradient(in lab, red 0%, blue 100%)'],
])('%j', (input, css) => {
  expect(run({ stops: ['red', 'blue'], ...input }).css).toBe(`background: ${css};`)
})

/** Hex of the piece in the middle. */
const middle = (stops: string[], input: Record<string, unknown>) =>
  String(run({ stops, ...input }).fallback).match(/(#[\da-f]{6,8}) 50%/)?.[1]

// CSS Color 4, section 12: black and white meet at #bcbcbc in linear light, at #636363 in Oklab and at #777777 in Lab;
// in HSL red and blue meet at magenta, the longer way at green.
test.each([
  [['black', 'white'], { space: 'srgb-linear' }, '#bcbcbc'],
  [['black', 'white'], { space: 'oklab' }, '#636363'],
  [['black', 'white'], { space: 'lab' }, '#777777'],
  [['red', 'blue'], { space: 'hsl' }, '#ff00ff'],
  [['red', 'blue'], { space: 'hsl', hue: 'longer' }, '#00ff00'],
  [['red', 'lime'], { space: 'hsl', hue: 'decreasing' }, '#0000ff'],
  [['red', 'red'], { space: 'hsl', hue: 'longer' }, '#00ffff'],
  [['red', 'blue'], { space: 'hsl', hue: 'increasing' }, '#00ff00'],
  [['blue', 'red'], { space: 'hsl', hue: 'decreasing' }, '#00ff00'],
  [['red', 'white'], { space: 'hwb' }, '#ff8080'],
  [['rgb(255, 0, 0)', 'rgb(0 0 255 / 0)'], { space: 'srgb-linear' }, '#ff000080'],
  [['rgb(0 0 255 / 0)', 'red'], { space: 'srgb-linear' }, '#ff000080'],
  [['lime', 'hsl(240 100% 50% / 0)'], { space: 'hsl' }, '#00ffff80'],
])('half way from %j in %j: %s', (stops, input, hex) => {
  expect(middle(stops, input)).toBe(hex)
})

test('a comma inside a colour does not part it, and a text is a list', () => {
  expect(run({ stops: 'rgb(255, 0, 0) 10%, hsl(120, 100%, 50%)' }).stops).toMatchObject([
    { hex: '#ff0000', percent: 10 },
    { hex: '#00ff00', percent: 100 },
  ])
})

// CSS Images 3, section 3.1.1: at 45° the line is |width × sin| + |height × cos| long.
test('the preview has the gradient line of CSS', () => {
  const svg = drawing({ stops: ['red', 'blue'], angle: 45, space: 'srgb' })
  expect(svg).toContain('x1="52.5" y1="322.5" x2="427.5" y2="-52.5"')
  expect(svg).toContain('<stop offset="0.5" stop-color="#800080"/>')
})

test('hard edges stay hard, repeated ones too', () => {
  const stops = ['red 0% 25%', 'blue 25% 50%']
  const svg = drawing({ stops, angle: 90, space: 'srgb', repeating: true })
  for (const at of [0.25, 0.75]) {
    expect(svg).toContain(`<stop offset="${at - 0.0001}" stop-color="#ff0000"`)
    expect(svg).toContain(`<stop offset="${at}" stop-color="#0000ff"`)
  }
})

test('edges stay hard where binary fractions miss them', () => {
  const svg = drawing({ stops: ['red 0% 10%', 'white 10% 20%'], space: 'srgb', repeating: true })
  for (const at of [0.1, 0.3, 0.5, 0.7, 0.9]) expect(svg).toContain(`<stop offset="${at}" stop-color="#ffffff"`)
  for (const at of [0.2, 0.4, 0.6, 0.8]) expect(svg).toContain(`<stop offset="${at}" stop-color="#ff0000"`)
})

test('huge lists and lines are refused at once', () => {
  const before = process.cpuUsage()
  for (const stops of [
    Array.from({ length: 300_000 }, () => 'red'),
    [`red${' '.repeat(300_000)}x`, 'blue'],
    ['(', ...Array.from({ length: 300_000 }, () => '1 2%')],
  ])
    expect(run({ stops })).toMatchObject({ error: { field: 'stops' } })
  // Work, not time: a busy machine takes nothing away. Squares of such lengths would be minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test('a conic gradient has a wedge for each degree', () => {
  const svg = drawing({ type: 'conic', stops: ['red', 'blue'], space: 'srgb', angle: 0 })
  expect(svg.match(/<path /g)).toHaveLength(360)
  expect(svg.slice(svg.indexOf('<path '))).toMatch(/^<path d="M240 135L[^"]*" fill="#ff0000"\/>/)
  expect(svg).toMatch(/fill="#0000ff"\/><\/g>/)
})

test.each([
  [{ stops: ['red'] }, 'stops', 'Stops must be at least two'],
  [{ stops: Array.from({ length: 21 }, () => 'red') }, 'stops', 'Stops must be at most 20'],
  [
    { stops: ['red', '30%', 'blue'] },
    'stops',
    'Each stop must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200), and perhaps a percentage behind it: 30%',
  ],
  [{ angle: 361 }, 'angle', 'Angle must be at most 360'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ error: { field, message } })
})
