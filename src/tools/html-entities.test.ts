import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { htmlEntities } from './html-entities.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(htmlEntities, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs.result
}
const decode = (text: string, inAttribute = false) => run({ text, action: 'decode', inAttribute })
const encode = (text: string, mode?: string) => run({ text, action: 'encode', ...(mode && { mode }) })

describe('WHATWG HTML, section 13.5: names', () => {
  test.each([
    ['&AElig;', 'Æ'],
    ['&AElig', 'Æ'],
    ['&CounterClockwiseContourIntegral;', '∳'],
    ['&NotEqualTilde;', '\u2242\u0338'],
    ['&fjlig;', 'fj'],
    ['&Afr;', '\u{1D504}'],
    ['&nbsp;', '\u00A0'],
    ['&amp;amp;', '&amp;'],
    ['&hellip', '&hellip'],
    ['&nosuch;', '&nosuch;'],
  ])('%s', (text, expected) => {
    expect(decode(text)).toBe(expected)
  })
})

describe('WHATWG HTML, section 13.2.5.80: numbers', () => {
  test.each([
    ['&#65;&#x41;&#X41;', 'AAA'],
    ['&#128512;', '😀'],
    ['&#xD800;&#x110000;&#99999999999;', '\uFFFD\uFFFD\uFFFD'],
    ['&#x9F;', 'Ÿ'],
    ['&#65 &#;', 'A &#;'],
  ])('%s', (text, expected) => {
    expect(decode(text)).toBe(expected)
  })
})

test('in an attribute a name before = or a letter is no reference', () => {
  expect(decode('?a=1&copy=2&lt;', true)).toBe('?a=1&copy=2<')
  expect(decode('?a=1&copy=2')).toBe('?a=1©=2')
})

test('modes of encoding', () => {
  const text = '<é€😀!>'
  expect(encode(text)).toBe('&lt;é€😀!&gt;')
  expect(encode(text, 'named')).toBe('&lt;&eacute;&euro;&#128512;!&gt;')
  expect(encode(text, 'extensive')).toBe('&lt;&eacute;&euro;&#128512;&excl;&gt;')
  expect(encode(text, 'numeric')).toBe('&#60;&#233;&#8364;&#128512;!&#62;')
  expect(encode(text, 'numeric-all')).toBe('&#60;&#233;&#8364;&#128512;&#33;&#62;')
  expect(encode(text, 'hex-all')).toBe('&#x3C;&#xE9;&#x20AC;&#x1F600;&#x21;&#x3E;')
  expect(encode('\n', 'numeric-all')).toBe('&#10;')
  expect(encode('')).toBe('')
})

// WHATWG HTML, section 13.2.5.80: a reference to a surrogate is a parse error and stands for U+FFFD.
test.each(['basic', 'named', 'extensive', 'numeric', 'numeric-all', 'hex-all'])(
  'half of a surrogate pair is refused in the mode %s',
  (mode) => {
    expect(runTool(htmlEntities, { text: 'a\ud800b', action: 'encode', mode })).toMatchObject({
      ok: false,
      error: { details: [{ field: 'text', message: 'Text must not have half of a surrogate pair' }] },
    })
  },
)

test('what was encoded is decoded', () => {
  fc.assert(
    fc.property(
      // What numbers cannot stand for in HTML: U+0000, CR and the controls of Windows-1252.
      fc.string({ unit: 'binary' }).filter((text) => !/[\0\r\x80-\x9f]/.test(text)),
      fc.constantFrom('basic', 'named', 'extensive', 'numeric', 'numeric-all', 'hex-all'),
      (text, mode) => {
        expect(decode(String(encode(text, mode)))).toBe(text)
      },
    ),
  )
})
