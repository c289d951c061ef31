import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugIn } from '#src/features/catalog/slug-in.ts'
import { FIELD_TYPES } from '#src/sdk/field-types.ts'
import { contentProblems } from './content-problems.ts'
import {
  freeName,
  optionsFrom,
  optionsText,
  PROPERTIES,
  valuesFrom,
  valuesText,
  withProperty,
  withType,
} from './field-properties.ts'
import { tileContent } from './test-content.ts'
import { type FieldDraft, RawField } from './tool-content.schema.ts'

const price: FieldDraft = {
  name: 'price',
  type: 'number',
  label: 'Price',
  min: 1,
  default: 2,
  required: true,
  unit: '€',
}

test('a field of another type keeps what both types have', () => {
  expect(withType(price, 'range')).toEqual({ ...price, type: 'range', default: undefined })
  expect(withType(price, 'date')).toEqual({ name: 'price', type: 'date', label: 'Price', required: true })
  const choice = withType(price, 'select')
  expect(choice.options).toEqual([{ value: 'one', label: 'One' }])
  expect(withType(choice, 'string').options).toBeUndefined()
})

test.each(FIELD_TYPES)('a field that becomes a %s can be published at once', (type) => {
  const fields = [withType({ ...price, name: 'extra' }, type)]
  const problems = contentProblems({ ...tileContent, fields: [...tileContent.fields, ...fields] })
  expect(problems).toEqual([])
})

test('what says nothing is absent', () => {
  expect(withProperty(price, 'min', undefined)).not.toHaveProperty('min')
  expect(withProperty(price, 'required', false)).not.toHaveProperty('required')
  expect(withProperty(price, 'unit', '')).not.toHaveProperty('unit')
  expect(withProperty(price, 'presets', [])).not.toHaveProperty('presets')
  expect(withProperty(price, 'min', 0)).toMatchObject({ min: 0 })
})

test('every property of a field can be written by hand', () => {
  const own = ['type', 'label', 'default', 'options', 'showIf', 'picker']
  const known = new Set([...PROPERTIES.map(({ name }) => String(name)), ...own])
  const all = Object.keys(RawField.shape)
  expect([all.filter((name) => !known.has(name)), all.length]).toEqual([[], 27])
})

test('choices and values are read as they are written', () => {
  const options = [
    { value: 'm', label: 'Metres' },
    { value: 'ft', label: 'ft' },
  ]
  expect(optionsText(options)).toBe('m = Metres\nft')
  expect(optionsFrom('m = Metres\n\nft\n')).toEqual(options)
  expect(optionsFrom('a = b = c')).toEqual([{ value: 'a', label: 'b = c' }])
  expect(valuesFrom('true, 3, -0.5, "x", a b, 007,')).toEqual([true, 3, -0.5, 'x', 'a b', '007'])
})

test('a property that changes keeps its place', () => {
  expect(Object.keys(withProperty(price, 'min', 5))).toEqual(Object.keys(price))
})

test('choices of operators and with odd texts are read as they were', () => {
  const options = [
    { value: '>=', label: 'At least' },
    { value: '=', label: '=' },
    { value: '', label: 'None' },
    { value: ' "a"', label: 'Two\nlines' },
  ]
  expect(optionsText(options)).toBe('">=" = At least\n"="\n"" = None\n" \\"a\\"" = "Two\\nlines"')
  expect(optionsFrom(optionsText(options))).toEqual(options)
  // What is still being typed.
  expect(optionsFrom('"> = More')).toEqual([{ value: '">', label: 'More' }])
})

test('whatever the choices of a field and the values of a rule are, their controls give them back', () => {
  const text = fc.string({ maxLength: 8, unit: fc.constantFrom(...'ab "\\=,1.-\n{tnul') })
  const typed = fc.oneof(
    fc.record({ type: fc.constantFrom('select', 'text', 'list'), values: fc.array(text) }),
    fc.record({ type: fc.constantFrom('number', 'range'), values: fc.array(fc.integer()) }),
    fc.record({ type: fc.constantFrom('boolean', 'checkbox'), values: fc.array(fc.boolean()) }),
    fc.record({ type: fc.constant(undefined), values: fc.array(fc.oneof(text, fc.boolean(), fc.constant(null))) }),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ value: text, label: text })), (options) => {
      expect(optionsFrom(optionsText(options))).toEqual(options)
    }),
  )
  fc.assert(
    fc.property(typed, ({ type, values }) => {
      expect(valuesFrom(valuesText(values, type as FieldDraft['type']), type as FieldDraft['type'])).toEqual(values)
    }),
  )
})

test.each([
  ['select', '1, 2', ['1', '2']],
  ['string', 'true, "a, b"', ['true', 'a, b']],
  ['number', '1, 2.5, x', [1, 2.5, 'x']],
  ['boolean', 'true, 1', [true, '1']],
  [undefined, '1, "1", true, null', [1, '1', true, null]],
] as const)('a rule on a %s reads %s as its values are', (type, text, values) => {
  expect(valuesFrom(text, type)).toEqual(values)
})

test('a new field has a name of its own', () => {
  expect(freeName('value', [])).toBe('value')
  expect(freeName('value', [{ name: 'value' }, { name: 'value2' }])).toBe('value3')
})

test.each([
  ['tip-calculator', 'tip-calculator'],
  ['/fxn/tip-calculator', 'tip-calculator'],
  [' https://fettle.example/fxn/tip-calculator?version=2#x ', 'tip-calculator'],
  ['https://fettle.example/explore', ''],
  ['two words', ''],
  ['', ''],
])('%s is the address of %s', (text, slug) => {
  expect(slugIn(text)).toBe(slug)
})
