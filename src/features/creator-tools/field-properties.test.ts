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
  withProperty,
  withType,
} from './field-properties.ts'
import { tileContent } from './test-content.ts'
import type { FieldDraft } from './tool-content.schema.ts'

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
  const all = (
    'type label help placeholder required default hidden min max step integer minLength maxLength options ' +
    'optionsBy aliases showIf unit presets takesJson secret maxBytes picker swapWith'
  ).split(' ')
  expect(all.filter((name) => !known.has(name))).toEqual([])
})

test('choices and values are read as they are written', () => {
  const options = [
    { value: 'm', label: 'Metres' },
    { value: 'ft', label: 'ft' },
  ]
  expect(optionsText(options)).toBe('m = Metres\nft')
  expect(optionsFrom('m = Metres\n\nft\n')).toEqual(options)
  expect(optionsFrom('a = b = c')).toEqual([{ value: 'a', label: 'b = c' }])
  expect(valuesFrom('true, 3, -0.5, "x", a b')).toEqual([true, 3, -0.5, '"x"', 'a b'])
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
