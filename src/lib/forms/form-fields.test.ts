import { expect, test } from 'vitest'
import { checkAnswers, type FormField } from './form-fields.ts'

const field = (more: Partial<FormField>): FormField => ({
  name: 'a',
  label: 'Answer',
  type: 'text',
  required: false,
  help: '',
  options: [],
  ...more,
})

test.each<[Partial<FormField>, string | undefined, unknown]>([
  [{}, ' Ada ', 'Ada'],
  [{}, '', null],
  [{}, undefined, null],
  [{ type: 'textarea' }, 'a\nb', 'a\nb'],
  [{ type: 'email' }, 'ada@example.com', 'ada@example.com'],
  [{ type: 'number' }, '-1.50', -1.5],
  [{ type: 'number', min: 0, max: 10 }, '10', 10],
  [{ type: 'date' }, '2028-02-29', '2028-02-29'],
  [{ type: 'select', options: ['red', 'blue'] }, 'blue', 'blue'],
  [{ type: 'checkbox' }, 'on', true],
  [{ type: 'checkbox' }, undefined, false],
])('%j takes %j', (given, sent, value) => {
  expect(checkAnswers([field(given)], sent === undefined ? {} : { a: sent })).toEqual({
    ok: true,
    values: { a: value },
    files: {},
  })
})

test.each<[Partial<FormField>, string, string]>([
  [{ required: true }, '  ', 'Answer is required'],
  [{}, 'x'.repeat(5001), 'At most 5000 characters'],
  [{ type: 'email' }, 'ada@', 'Enter an email address'],
  [{ type: 'number' }, '1e3', 'Enter a number'],
  [{ type: 'number' }, '0x10', 'Enter a number'],
  [{ type: 'number' }, '9'.repeat(400), 'Enter a number'],
  [{ type: 'number', max: 1 }, `-${'9'.repeat(400)}.5`, 'Enter a number'],
  [{ type: 'number', min: 1 }, '0', 'Enter 1 or more'],
  [{ type: 'number', max: 1 }, '2', 'Enter 1 or less'],
  [{ type: 'date' }, '2027-02-29', 'Enter a date'],
  [{ type: 'select', options: ['red'] }, 'green', 'Choose one of these'],
  [{ type: 'checkbox', required: true }, '', 'Tick this to go on'],
])('%j refuses %j', (given, sent, error) => {
  expect(checkAnswers([field(given)], { a: sent })).toEqual({ ok: false, errors: { a: error } })
})

test('what no field asks for is left out', () => {
  expect(checkAnswers([field({})], { a: '1', b: '2', __proto__: 'x' })).toEqual({
    ok: true,
    values: { a: '1' },
    files: {},
  })
})
