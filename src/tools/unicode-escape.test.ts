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

// The Unicode Standard, appendix A: U+ has four to six digits, so what follows must not look like one more of them.
test.each([
  ['éa', 'plus', 'U+00e9U+0061'],
  ['éfF9g', 'plus', 'U+00e9U+0066U+0046U+0039g'],
  ['aé b', 'plus', 'aU+00e9 b'],
  ['U+0041', 'plus', 'U+0055+0041'],
  ['U+0041 U+é', 'js-units', String.raw`\u0055+0041 U+\u00e9`],
  ['&#65; &amp; %u0041', 'html', '&#x26;#65; &amp; &#x25;u0041'],
  ['unicode-range: U+0041-005A', 'css', 'unicode-range: U+0041-005A'],
])('with ASCII kept %s in the form %s is %s', (text, form, result) => {
  expect(run('encode', text, { form, keepAscii: true })).toBe(result)
  expect(run('decode', result, { form })).toBe(text)
})

const FORMS = ['js-units', 'js-points', 'html', 'plus', 'percent', 'css']
const parts = fc.constantFrom(
  'é',
  '😀',
  'a',
  '0',
  'U+',
  'u',
  '+',
  '%',
  '&#',
  'x',
  ';',
  '\\',
  '{',
  '}',
  '\n',
  ' ',
  '41',
  '0041',
)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(parts).map((some) => some.join('')),
)

test.each(FORMS)('every text comes back from the form %s', (form) => {
  // CSS Syntax Module Level 3, section 4.3.7: zero is no character.
  const ofForm = form === 'css' ? texts.filter((text) => !text.includes('\0')) : texts
  fc.assert(
    fc.property(ofForm, fc.boolean(), fc.boolean(), (text, keepAscii, uppercase) => {
      const result = String(run('encode', text, { form, keepAscii, uppercase }))
      expect(run('decode', result, { form })).toBe(text)
    }),
    { numRuns: 300 },
  )
})
