import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { unicodeEscape } from './unicode-escape.tool.ts'

const run = (action: string, text: string, more = {}) => {
  const outcome = runTool(unicodeEscape, { action, text, ...more })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// omni-tools, Unicode tests; CyberChef, Escape Unicode Characters: σου is \u03C3\u03BF\u03C5.
test.each([
  ['σου', { uppercase: true }, String.raw`\u03C3\u03BF\u03C5`],
  ['¡Hola', { keepAscii: true }, String.raw`\u00a1Hola`],
  ['a\\b', { keepAscii: true }, String.raw`a\u005cb`],
  ['안녕', {}, String.raw`\uc548\ub155`],
  ['é', { form: 'js-points' }, String.raw`\u{e9}`],
  ['😀', { form: 'js-points' }, String.raw`\u{1f600}`],
  ['A', { form: 'html' }, '&#x41;'],
  ['é', { form: 'css' }, '\\e9 '],
  ['é', { form: 'plus', uppercase: true }, 'U+00E9'],
  ['ü', { form: 'percent' }, '%u00fc'],
  ['', {}, ''],
])('%s %j is %s', (text, more, result) => {
  expect(run('encode', text, more)).toBe(result)
})

test.each([
  [String.raw`\u4f60\u597D`, '你好'],
  [String.raw`\uD834\uDD1E`, '𝄞'],
  [String.raw`\u{1F600} \U0001F600`, '😀 😀'],
  [String.raw`\x41 U+0042 %u0043 &#x44; &#69;`, 'A B C D E'],
  [String.raw`no \n escapes`, String.raw`no \n escapes`],
  ['', ''],
])('%s is %s', (text, result) => {
  expect(run('decode', text)).toBe(result)
})

test.each([
  [String.raw`\u12`, String.raw`Text must have whole escapes: “\u12” is none`],
  [String.raw`\u12G4`, String.raw`Text must have whole escapes: “\u12G4” is none`],
  [String.raw`\u{110000}`, String.raw`Text must have code points up to 10FFFF: “\u{110000}” is beyond`],
])('%s is refused', (text, message) => {
  expect(run('decode', text)).toEqual([{ field: 'text', message }])
})

// CSS Syntax Module Level 3, section 4.3.7; CSS 2.1, section 4.1.3: "\\26 B" and "\\000026B" are "&B".
test.each([
  [String.raw`\26 B`, '&B'],
  [String.raw`\000026B`, '&B'],
  ['\\e9\r\n1', 'é1'],
  [String.raw`\0 \D800 \110000 `, '\ufffd\ufffd\ufffd'],
  [String.raw`\g`, String.raw`\g`],
])('in CSS %j is %s', (text, result) => {
  expect(run('decode', text, { form: 'css' })).toBe(result)
})

test('every text comes back', () => {
  const form = fc.constantFrom('js-units', 'js-points', 'html', 'percent')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), form, fc.boolean(), (text, how, uppercase) => {
      expect(run('decode', String(run('encode', text, { form: how, uppercase })))).toBe(text)
    }),
  )
})
