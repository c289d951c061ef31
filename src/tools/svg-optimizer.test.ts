import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { svgOptimizer } from './svg-optimizer.tool.ts'

const run = (svg: string, more: Record<string, unknown> = {}): Record<string, unknown> => {
  const outcome = runTool(svgOptimizer, { svg, ...more })
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}
const drawing = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${attributes}>${inner}</svg>`

// SVGO, test/svgo/keyframe-selectors.svg.txt
test('selectors of key frames stay', () => {
  const style =
    '<style>@keyframes a{0%,to{clip-path:inset(84%0 0)}4%,96%{clip-path:inset(74%0 0)}16%,52%,84%{clip-path:inset(16%0 0)}}</style>'
  const { result } = run(
    `<svg width="48" height="48" viewBox="0 0 12.7 12.7" xmlns="http://www.w3.org/2000/svg">\n  ${style}\n  <path d="M2.117 2.249h2.38v8.202h-2.38z" fill="#FFF" style="animation:a 1.25s linear infinite"/>\n</svg>`,
  )
  expect(result).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 12.7 12.7">${style}<path fill="#fff" d="M2.117 2.249h2.38v8.202h-2.38z" style="animation:a 1.25s linear infinite"/></svg>`,
  )
})

// SVG 2, section 10.2: the path of a rectangle; CSS Color 4: #ff0000 is red.
test('a shape becomes the path that it stands for', () => {
  const out = run(drawing('<!-- a --><rect width="10" height="10" fill="#ff0000"/>'))
  expect(out).toMatchObject({ result: drawing('<path fill="red" d="M0 0h10v10H0z"/>') })
  expect(out.bytesBefore).toBe(121)
  expect(out.sizes).toEqual([
    { what: 'Before', bytes: 121 },
    { what: 'After', bytes: out.bytesAfter },
  ])
})

test('bytes are those of UTF-8', () => {
  expect(run(drawing('<text>ü€</text>')).bytesBefore).toBe(drawing('<text></text>').length + 5)
})

test.each([
  [{ precision: 1 }, '<path d="M1.23456 2h3"/>', '<path d="M1.2 2h3"/>'],
  [{ precision: 4 }, '<path d="M1.23456 2h3"/>', '<path d="M1.2346 2h3"/>'],
  [{ keepIds: true }, '<path id="leaf" d="M1 2h3"/>', '<path id="leaf" d="M1 2h3"/>'],
  [{}, '<path id="leaf" d="M1 2h3"/>', '<path d="M1 2h3"/>'],
  [{}, '<title>Leaf</title><path d="M1 2h3"/>', '<title>Leaf</title><path d="M1 2h3"/>'],
  [{ removeTitle: true }, '<title>Leaf</title><path d="M1 2h3"/>', '<path d="M1 2h3"/>'],
  [{}, '<script>a()</script><path d="M1 2h3"/>', '<script>a()</script><path d="M1 2h3"/>'],
  [{ removeScripts: true }, '<script>a()</script><path d="M1 2h3"/>', '<path d="M1 2h3"/>'],
])('%j: %s', (wishes, inner, result) => {
  expect(run(drawing(inner), wishes)).toMatchObject({ result: drawing(result) })
})

test('width and height go when asked', () => {
  expect(run(drawing('<path d="M1 2h3"/>', ' width="10" height="20"'), { removeDimensions: true })).toMatchObject({
    result: drawing('<path d="M1 2h3"/>'),
  })
})

test('pretty text may be larger, which is a negative saving', () => {
  const out = run(drawing('<path d="M1 2h3"/>'), { pretty: true })
  expect(out.result).toBe(`${drawing('\n  <path d="M1 2h3"/>\n')}\n`)
  expect(out.savedPercent).toBeLessThan(0)
})

test('the preview is a picture, with the namespace that it needs', () => {
  const out = run('<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>')
  expect(String(out.result)).not.toContain('xmlns')
  expect(decodeURIComponent(String(out.preview))).toMatch(
    /^data:image\/svg\+xml,<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/,
  )
})

test('a prefixed root is left as it is', () => {
  const svg = '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:path d="M0 0h1v1z"/></svg:svg>'
  expect(decodeURIComponent(String(run(svg).preview))).toBe(`data:image/svg+xml,${svg}`)
})

const BOMB = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij']
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
  .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`

test.each([
  ['hello', 'SVG is not well-formed at line 1, column 1: Non-whitespace before first tag.'],
  ['<svg>\n<g>', 'SVG is not well-formed at line 2, column 3: Unclosed root tag'],
  ['<html></html>', 'SVG must be one <svg> element'],
  ['<a/><svg/>', 'SVG must be one <svg> element'],
  ['<svgs/>', 'SVG must be one <svg> element'],
  ['<!-- nothing -->', 'SVG must be one <svg> element'],
  [BOMB, expect.stringContaining('Parsed entity depth exceeds max entity depth')],
])('%.40s is refused', (svg, message) => {
  expect(run(svg)).toEqual({ error: { field: 'svg', message } })
})

test('more groups within each other than can be walked are refused', () => {
  const message = 'SVG must not be nested that deep'
  expect(run(drawing('<g>'.repeat(50_000) + '</g>'.repeat(50_000)))).toEqual({ error: { field: 'svg', message } })
})

test('more than a megabyte is refused', () => {
  expect(run(drawing('ü'.repeat(500_000)))).toEqual({ error: { field: 'svg', message: 'SVG must be at most 1 MB' } })
})

// Selectors 4, section 9: what is hovered or focused is known only while somebody looks.
test('a rule for a moment stays, with the class that it is for', () => {
  const { result } = run(drawing('<style>.a{fill:red}.a:hover{fill:blue}</style><circle class="a" r="5"/>'))
  expect(result).toBe(drawing('<style>.a{fill:red}.a:hover{fill:#00f}</style><circle r="5" class="a"/>'))
  const { result: inlined } = run(drawing('<style>.a{fill:red}</style><circle class="a" r="5"/>'))
  expect(inlined).toBe(drawing('<circle r="5" style="fill:red"/>'))
})
