import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { FIELD_TYPES, type FieldType } from '#src/sdk/field-types.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FieldControl, type FieldValue } from './field-control.tsx'
import { TextField } from './text-field.tsx'

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
]

/** Waits for the controls that load when they are needed. */
async function render(field: FieldSpec, value: FieldValue = '', error?: string): Promise<string> {
  const control = <FieldControl id="f" name="n" field={field} value={value} onChange={() => undefined} error={error} />
  const { prelude } = await prerender(control)
  return new Response(prelude).text()
}

/** The attributes of the first tag that matches. */
function tag(html: string, start: RegExp): string {
  const found = new RegExp(`<${start.source}[^>]*>`).exec(html)
  if (!found) throw new Error(`no ${start} in ${html}`)
  return found[0]
}

test.each(FIELD_TYPES)('%s: help and error describe the control, and the error marks it', async (type) => {
  const html = await render(
    { type, label: 'Label', help: 'Help', options },
    type === 'multiselect' ? ['a'] : '',
    'Wrong',
  )
  expect(html).toContain('aria-describedby="f-help f-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/<p id="f-help"[^>]*>Help</)
  expect(html).toMatch(/<p id="f-error".*Wrong<\/p>/)
  expect(html).toContain('id="f"')
})

test.each(FIELD_TYPES)('%s: has a name, and no style attribute', async (type) => {
  const html = await render({ type, label: 'Label', options })
  const grouped = type === 'radio' || type === 'multiselect'
  expect(html).toMatch(grouped ? /<legend[^>]*>Label/ : /<label for="f"[^>]*>/)
  expect(html).toContain('Label')
  expect(html).not.toContain('style=')
  expect(html).not.toContain('aria-invalid=')
})

test('numbers are text with a number keypad, so a pasted "1,234.50" survives', async () => {
  const input = tag(await render({ type: 'number', label: 'Bill' }, '1,234.50'), /input/)
  expect(input).not.toContain('type=')
  expect(input).toContain('inputMode="decimal"')
  expect(input).toContain('value="1,234.50"')
})

test.each([
  ['#F80', '#ff8800'],
  ['ff880080', '#ff8800'],
  ['#f808', '#ff8800'],
  ['', '#1d4ed8'],
  ['teal', '#1d4ed8'],
])('a colour picker beside the text %j starts at %s', async (value, hex) => {
  const html = await render({ type: 'string', picker: 'colour', label: 'Ink', help: 'Help', default: '#1d4ed8' }, value)
  expect(tag(html, /input [^>]*type="color"/)).toMatch(new RegExp(`aria-label="Pick: Ink".*value="${hex}"`))
  expect(tag(html, /input [^>]*type="text"/)).toContain(`value="${value}"`)
  expect(html).toContain('<label for="f"')
  expect(html).not.toContain('style=')
})

test('presets show which one is chosen', async () => {
  const html = await render({ type: 'number', label: 'Tip', unit: '%', presets: [15, 20] }, '20')
  expect(html.match(/aria-pressed="true"[^>]*>20/)).not.toBeNull()
  expect(html.match(/aria-pressed="false"[^>]*>15/)).not.toBeNull()
})

test('a range gives the slider its unit in words and keeps the exact value', async () => {
  const html = await render({ type: 'range', label: 'Time', unit: 'min', min: 15, max: 120, step: 5 }, '30')
  expect(tag(html, /input [^>]*type="range"/)).toContain('aria-valuetext="30 min"')
  expect(tag(html, /input [^>]*aria-label="Time, exact value"/)).toContain('value="30"')
})

test.each([
  ['', { default: 20 }, 'Per cent. Empty counts as 20.'],
  ['', {}, 'Per cent.'],
  ['1,234', {}, 'Per cent. Read as 1234.'],
  ['25.000', {}, 'Per cent. Read as 25.'],
  ['25.00', {}, 'Per cent.'],
  ['2500.125', {}, 'Per cent.'],
  ['1234', { default: 20 }, 'Per cent.'],
  ['12,50', {}, 'Per cent.'],
])('the number box %j says what is computed with', async (value, extra, help) => {
  for (const type of ['number', 'range'] as const)
    expect(await render({ type, label: 'Tip', help: 'Per cent.', ...extra }, value)).toContain(`>${help}</p>`)
})

test('a text area with a limit takes a file, and says the limit', async () => {
  const html = await render({ type: 'textarea', label: 'JSON', maxBytes: 1_000_000 })
  expect(html).toMatch(/<input type="file" hidden=""/)
  expect(html.replaceAll('<!-- -->', '')).toContain('up to 1 MB')
  expect(await render({ type: 'textarea', label: 'JSON' })).not.toContain('type="file"')
})

test('a very long text is drawn by its beginning only', async () => {
  const html = await render({ type: 'textarea', label: 'Text', maxBytes: 5_000_000 }, 'a'.repeat(200_001))
  expect(html).toContain(`>${'a'.repeat(2000)}…</textarea>`)
  expect(html.replaceAll('<!-- -->', '')).toContain('200 kB of text, of which the beginning is shown')
  expect(tag(html, /textarea/)).toMatch(/readOnly=""/i)
  const short = await render({ type: 'textarea', label: 'Text', maxBytes: 5_000_000 }, 'a'.repeat(200_000))
  expect(short).toContain(`>${'a'.repeat(200_000)}</textarea>`)
})

test('boolean is a switch, checkbox is not', async () => {
  expect(tag(await render({ type: 'boolean', label: 'On' }, true), /input/)).toMatch(/role="switch".*checked=""/)
  expect(tag(await render({ type: 'checkbox', label: 'On' }, 'true'), /input/)).not.toContain('role=')
})

test('a select without its value offers the empty choice', async () => {
  expect(await render({ type: 'select', label: 'S', options })).toContain(
    '<option value="" selected="">Choose…</option>',
  )
  for (const given of [{ required: true }, { default: 'a' }])
    expect(await render({ type: 'select', label: 'S', ...given, options }, 'b')).not.toContain('value=""')
})

test('a list shows one value per line', async () => {
  expect(await render({ type: 'list', label: 'L' }, ['x', 'y'])).toContain('>x\ny</textarea>')
})

test('a required radio group says so to screen readers', async () => {
  expect(tag(await render({ type: 'radio', label: 'R', required: true, options }), /fieldset/)).toContain(
    'aria-required="true"',
  )
})

test('an unknown type says so and does not end the page', async () => {
  expect(await render({ type: 'hologram' as FieldType, label: 'H' })).toContain('Unknown field type')
  expect(await render({ type: 'constructor' as FieldType, label: 'H' })).toContain('Unknown field type')
})

test('an app form field works without a script', async () => {
  const html = renderToString(<TextField name="email" type="email" label="Email" defaultValue="a@b.c" required />)
  const input = tag(html, /input/)
  expect(input).toContain('name="email"')
  expect(input).toContain('value="a@b.c"')
  expect(input).toContain('required=""')
  const id = /id="([^"]+)"/.exec(input)?.[1]
  expect(html).toContain(`<label for="${id}"`)
})

test('the summary appears from two errors on and links to the fields', async () => {
  const one = { id: 'a', message: 'Name is required' }
  const two = { id: 'b', message: 'Bill must be a number' }
  expect(renderToString(<ErrorSummary errors={[one]} />)).toBe('')
  const html = renderToString(<ErrorSummary errors={[one, two]} />)
  expect(html).toMatch(/<a href="#b"[^>]*>Bill must be a number<\/a>/)
  expect(html).toContain('tabindex="-1"')
})
