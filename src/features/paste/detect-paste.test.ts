import { expect, test } from 'vitest'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { detectPaste } from './detect-paste.ts'

// RFC 7519, section 3.1.
const TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

const TEXT = ['Text: text-statistics', 'Text: text-case-converter']
const CASES: readonly (readonly [text: string, suggested: readonly string[]])[] = [
  [TOKEN, ['JWT: jwt-decoder']],
  [`Bearer ${TOKEN}`, ['JWT: jwt-decoder']],
  ['a.b.c', TEXT],
  ['{"a": 1}', ['JSON: json-formatter', 'JSON: jsonpath-tester']],
  ['  [1, 2]\n', ['JSON: json-formatter', 'JSON: jsonpath-tester']],
  ['[{"a": 1}, {"a": 2}]', ['JSON: json-formatter', 'JSON: csv-json-converter', 'JSON: jsonpath-tester']],
  ['{"a": 1,}', ['JSON: json-formatter']],
  ['{"a": 1,', ['JSON: json-formatter']],
  ['[{"a": 1}, {"b"', ['JSON: json-formatter']],
  ['[citation needed]', TEXT],
  ['{name}', TEXT],
  // RFC 9562, appendix A.
  ['C232AB00-9414-11EC-B3C8-9F6BDECED846', ['UUID: uuid-inspector']],
  ['{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}', ['UUID: uuid-inspector']],
  ['urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f', ['UUID: uuid-inspector']],
  ['017f22e279b07cc398c4dc0c0c07398f', ['UUID: uuid-inspector']],
  // The MD5 sum of nothing: RFC 1321, appendix A.5.
  ['d41d8cd98f00b204e9800998ecf8427e', TEXT],
  ['017f22e2-79b0-7cc3-98c4', TEXT],
  ['#0f6274', ['Colour: color-converter', 'Colour: palette-generator']],
  ['#FFF', ['Colour: color-converter', 'Colour: palette-generator']],
  ['rgb(15 98 116 / 0.5)', ['Colour: color-converter', 'Colour: palette-generator']],
  ['oklch(0.47 0.077 212)', ['Colour: color-converter', 'Colour: palette-generator']],
  ['color(display-p3 1 0.5 0)', ['Colour: color-converter', 'Colour: palette-generator']],
  ['#12345', TEXT],
  // The example of ISO 13616 registry, Germany and United Kingdom.
  ['DE89 3704 0044 0532 0130 00', ['IBAN: iban-validator']],
  ['GB29NWBK60161331926819', ['IBAN: iban-validator']],
  ['GB29NWBK', TEXT],
  ['192.168.1.10', ['IP address: subnet-calculator']],
  ['10.0.0.0/8', ['IP address: subnet-calculator']],
  ['2001:db8::1', ['IP address: subnet-calculator']],
  ['[2001:db8::1]', ['IP address: subnet-calculator']],
  ['256.1.1.1', TEXT],
  ['12:30', TEXT],
  ['2024-02-29', ['Date: date-info']],
  ['2023-02-29', TEXT],
  ['2026-01-31T12:00:00Z', ['Date: timestamp-converter']],
  ['2026-01-31 12:00:00+02:00', ['Date: timestamp-converter']],
  ['1767225600', ['Date: timestamp-converter']],
  ['1767225600000', ['Date: timestamp-converter']],
  ['20260131T120000Z', ['Date: timestamp-converter']],
  ['20260230T120000Z', TEXT],
  // RFC 9110, section 5.6.7.
  ['Sun, 06 Nov 1994 08:49:37 GMT', ['Date: timestamp-converter']],
  ['42', TEXT],
  ['*/15 9-17 * * MON-FRI', ['Cron: cron-explainer']],
  ['0 0 1 1 *', ['Cron: cron-explainer']],
  ['@daily', ['Cron: cron-explainer']],
  ['to be or not to', TEXT],
  ['https://example.com/a?b=c#d', ['URL: url-parser']],
  ['https://example.com/?q=%C3%A4', ['URL: url-parser', 'URL: url-encoder']],
  ['see https://example.com for more', TEXT],
  ['javascript:alert(1)', TEXT],
  ['a,b\n1,2', ['CSV: csv-json-converter']],
  ['name;city\r\nAda;London\r\nAlan;Bletchley', ['CSV: csv-json-converter']],
  ['id\tname\n1\tAda', ['CSV: csv-json-converter']],
  ['a,b\n1,2,3', TEXT],
  ['a,b', TEXT],
  ['Dear Ada, dear Alan,\nthank you, both', TEXT],
  // RFC 4648, section 9, and text of its own.
  ['SGVsbG8sIHdvcmxkIQ==', ['Base64: base64']],
  ['aGVsbG8gd29ybGQ=', ['Base64: base64']],
  ['internationalisation', TEXT],
  ['InternationalBusiness', TEXT],
  ['The quick brown fox', TEXT],
  ['   \n', []],
]

test.each(CASES)('%j', (text, suggested) => {
  expect(detectPaste(text).map(({ kind, slug }) => `${kind}: ${slug}`)).toEqual(suggested)
})

test('every suggested tool is there under its name, and does something with what was pasted', async () => {
  for (const { slug, title, does, inputs } of CASES.flatMap(([text]) => detectPaste(text))) {
    const tool = await findBuiltin(slug)
    expect([tool?.slug, tool?.title]).toEqual([slug, title])
    if (tool === undefined) throw new Error(slug)
    await tool.prepare?.()
    const outcome = runTool(tool, inputs)
    // The one that is there to say where it breaks may say so.
    if (does !== 'Says where it breaks')
      expect(outcome.ok ? undefined : outcome.error, `${slug} ${JSON.stringify(inputs)}`).toBe(undefined)
  }
})
