import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { contrastChecker } from './contrast-checker.tool.ts'

const run = (foreground: string, background: string, more: Record<string, unknown> = {}): Record<string, unknown> => {
  const outcome = runTool(contrastChecker, { foreground, background, ...more })
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}

// apca-w3 0.1.9, test/index.js
test.each([
  ['#888', '#fff', 63.056469930209424],
  ['#fff', '#888', -68.54146436644962],
  ['#000', '#aaa', 58.146262578561334],
  ['#aaa', '#000', -56.24113336839742],
  ['#123', '#def', 91.66830811481631],
  ['#def', '#123', -93.06770049484275],
  ['#123', '#444', 8.32326136957393],
  ['#444', '#123', -7.526878460278154],
])('%s on %s: Lc %d', (text, background, lc) => {
  expect(run(text, background).Lc).toBeCloseTo(lc, 6)
})

test('APCA calls what cannot be told apart 0', () => {
  expect(run('#777', '#777')).toMatchObject({ ratio: 1, Lc: 0 })
  expect(run('#123', '#234')).toMatchObject({ Lc: 0 })
})

// WCAG 2.2: #767676 is the lightest grey that reaches 4.5:1 on white (4.54), #949494 the lightest for 3:1 (3.03).
test.each([
  ['#767676', 4.54, 'aa', true],
  ['#777777', 4.48, 'aa', false],
  ['#949494', 3.03, 'aa-large', true],
  ['#959595', 2.99, 'non-text', false],
  ['#595959', 7, 'aaa', true],
  ['#5a5a5a', 6.9, 'aaa', false],
  ['#767676', 4.54, 'aaa-large', true],
])('%s on white is %d:1; %s: %s', (text, ratio, requirement, passes) => {
  const out = run(text, 'white', { requirement })
  expect(out.passes).toBe(passes)
  expect(out.ratio).toBeCloseTo(ratio, 1)
  expect(run('white', text, { requirement })).toMatchObject({ ratio: out.ratio, passes })
})

test('the nearest grey that passes is the published one', () => {
  expect(run('#777777', '#fff')).toMatchObject({
    nearest: '#767676',
    suggestions: [
      { change: 'Text', colour: '#767676', ratio: 4.54, Lc: 71.6 },
      { change: 'Background', ratio: expect.closeTo(4.5, 1) },
    ],
  })
})

test('the nearest colour passes, keeps its hue and may go either way', () => {
  const onDark = run('#b03060', '#222222')
  const found = String(onDark.nearest)
  expect(run(found, '#222222')).toMatchObject({ passes: true, nearest: found })
  expect(run(found, '#222222').suggestions).toBeUndefined()
  expect(Number.parseInt(found.slice(1, 3), 16)).toBeGreaterThan(0xb0)
  const onLight = run('#ff9db5', '#fff', { method: 'apca', level: '60' })
  expect(run(String(onLight.nearest), '#fff', { method: 'apca', level: '60' })).toMatchObject({ passes: true })
})

test('where no text colour passes it says so and offers another background', () => {
  expect(run('#000', '#777777', { requirement: 'aaa' })).toMatchObject({
    passes: false,
    nearest: 'None on this background',
    suggestions: [{ change: 'Background', ratio: expect.closeTo(7, 0) }],
  })
})

// CSS Compositing 1: half black over white is #808080 (127.5).
test('transparent text is laid over its background, and that over white', () => {
  const solid = run('rgb(50% 50% 50%)', '#fff')
  expect(run('rgb(0 0 0 / 50%)', '#fff')).toMatchObject({ ratio: solid.ratio, Lc: solid.Lc })
  expect(run('#000', 'rgb(0 0 0 / 50%)').ratio).toBe(run('#000', 'rgb(50% 50% 50%)').ratio)
})

test('all requirements are listed with their verdict', () => {
  const checks = run('#888', '#fff').checks
  expect(checks).toHaveLength(11)
  expect(checks).toEqual(
    expect.arrayContaining([
      { standard: 'WCAG 2.2 AA, large text (1.4.3)', needs: '3:1', passes: true },
      { standard: 'WCAG 2.2 AA, normal text (1.4.3)', needs: '4.5:1', passes: false },
      expect.objectContaining({ needs: '±60', passes: true }),
      expect.objectContaining({ needs: '±75', passes: false }),
    ]),
  )
})

test.each([
  ['nothing', '#fff', 'foreground', 'Text'],
  ['#fff', 'url(#a)', 'background', 'Background'],
])('%j on %j is refused at %s', (text, background, field, label) => {
  expect(run(text, background)).toEqual({
    error: { field, message: `${label} must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200)` },
  })
})
