import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boolean,
  checkbox,
  date,
  email,
  type Field,
  list,
  multiselect,
  number,
  range,
  select,
  string,
  textarea,
  url,
} from './fields.ts'
import { isGrouped, toNumber, validateInput } from './validate-input.ts'

/** The messages of one field that was given one value. */
const messages = (field: Field, value: unknown): string[] => {
  const checked = validateInput([field], { [field.name]: value })
  return checked.ok ? [] : checked.errors.map((error) => error.message)
}
const accepted = (fields: readonly Field[], raw: Record<string, unknown>) => {
  const checked = validateInput(fields, raw)
  if (!checked.ok) throw new Error(JSON.stringify(checked))
  return checked.value
}

const age = number('age', { label: 'Age', min: 1, max: 100, required: true })

test('a text that is JSON may be sent as the value itself', () => {
  const data = textarea('data', { label: 'Data', takesJson: true, maxLength: 20 })
  const read = (value: unknown) => accepted([data], { data: value })
  expect(read({ a: [1, null] })).toEqual({ data: '{"a":[1,null]}' })
  expect(read(false)).toEqual({ data: 'false' })
  expect(read('{"a" : 1}')).toEqual({ data: '{"a" : 1}' })
  expect(messages(data, { long: 'a'.repeat(20) })).toEqual(['Data must be at most 20 characters'])
  expect(messages(textarea('text', { label: 'Text' }), { a: 1 })).toEqual(['Text must be text'])
})

describe('the strings of the specification, section 5', () => {
  test.each([
    ['', 'Age is required'],
    [null, 'Age is required'],
    [0.5, 'Age must be at least 1'],
    ['101', 'Age must be at most 100'],
    ['abc', 'Age must be a number'],
    [Number.NaN, 'Age must be a number'],
    [true, 'Age must be a number'],
  ])('age %j: %s', (value, message) => {
    expect(messages(age, value)).toEqual([message])
  })

  test('a required text needs one character', () => {
    expect(messages(textarea('text', { label: 'Text', required: true }), '')).toEqual(['Text is required'])
    expect(messages(textarea('text', { label: 'Text', required: true }), ' ')).toEqual([])
  })

  test('a boolean is false unless it is given', () => {
    expect(accepted([boolean('on', { label: 'On' })], {})).toEqual({ on: false })
    expect(accepted([checkbox('on', { label: 'On' })], { on: 'true' })).toEqual({ on: true })
    expect(messages(boolean('on', { label: 'On' }), 1)).toEqual(['On must be true or false'])
  })

  test('lists are split on newlines or commas and trimmed', () => {
    const words = list('words', { label: 'Words' })
    expect(accepted([words], { words: ' a, b\n\nc ,' })).toEqual({ words: ['a', 'b', 'c'] })
    expect(accepted([words], { words: ['a, b', ' c '] })).toEqual({ words: ['a, b', 'c'] })
    expect(accepted([words], {})).toEqual({ words: [] })
  })
})

test.each([
  ['1,234.50', 1234.5],
  ['1 234.5', 1234.5],
  ['1_000', 1000],
  [' -.5 ', -0.5],
  ['+1e3', 1000],
  ['-1,234,567', -1_234_567],
  ['1\u202f234\u202f567.8', 1_234_567.8],
  ['−5', -5],
  ['1,23', undefined],
  ['0,123', undefined],
  ['1234,567', undefined],
  ['1.5,000', undefined],
  ['1 2', undefined],
  ['12 34', undefined],
  ['1,234 567', undefined],
  ['1e3,000', undefined],
  ['0x10', undefined],
  ['1e999', undefined],
  ['12abc', undefined],
  ['', undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('the number in %j is %j', (text, value) => {
  expect(toNumber(text)).toBe(value)
})

test.each([
  ['12,50', '12.50'],
  ['0,123', '0.123'],
  [' -,5', '-0.5'],
  ['1.234,50', '1234.50'],
  ['1 234 567,8', '1234567.8'],
  ['1234,567', '1234.567'],
])('the decimal comma in %j is refused with what to write instead', (text, meant) => {
  expect(messages(number('bill', { label: 'Bill' }), text)).toEqual([`Bill: write ${meant}, with a point`])
})

test.each(['1,23,456', '12,', '1.5,000', '1,2,3', 'x,5', '12 34,5'])('%j is no number, and nobody guesses', (text) => {
  expect(messages(number('bill', { label: 'Bill' }), text)).toEqual(['Bill must be a number'])
})

test('a number whose digits are held apart is known as such', () => {
  expect(['1,234', '1 234.5', '1_000'].map(isGrouped)).toEqual([true, true, true])
  expect(['1234', '12,50', '1.234'].map(isGrouped)).toEqual([false, false, false])
})

test('a whole number has no decimals', () => {
  expect(messages(number('n', { label: 'N', integer: true }), 1.5)).toEqual(['N must be a whole number'])
  expect(messages(range('n', { label: 'N', integer: true }), '2')).toEqual([])
})

test.each([
  [email('x', { label: 'X' }), 'a@b.c', 'a@b'],
  [url('x', { label: 'X' }), 'https://a.example/b', 'a b'],
  [date('x', { label: 'X' }), '2024-02-29', '2023-02-29'],
  [string('x', { label: 'X', minLength: 2, maxLength: 3 }), 'ab', 'abcd'],
])('text of a type: %#', (field, right, wrong) => {
  expect(messages(field, right)).toEqual([])
  expect(messages(field, wrong)).toHaveLength(1)
})

describe('choices', () => {
  const size = select('size', { label: 'Size', options: { s: 'Small', l: 'Large' }, aliases: { tiny: 's' } })

  test('are limited to the options and their other spellings', () => {
    expect(accepted([size], { size: 'l' })).toEqual({ size: 'l' })
    expect(accepted([size], { size: ' Tiny' })).toEqual({ size: 's' })
    expect(messages(size, 'xl')).toEqual(['Size must be one of: s, l'])
    expect(messages(size, 'constructor')).toEqual(['Size must be one of: s, l'])
  })

  test('given as a number match the option of that name', () => {
    expect(accepted([select('p', { label: 'P', options: ['1', '2'] })], { p: 2 })).toEqual({ p: '2' })
  })

  test('several are taken once each, and run together where all are single characters', () => {
    const flags = multiselect('flags', { label: 'Flags', options: ['g', 'i', 'm'] })
    for (const given of ['gi', 'g,i', 'g\ni', ['g', 'i'], 'gig'])
      expect(accepted([flags], { flags: given })).toEqual({ flags: ['g', 'i'] })
    expect(messages(flags, 'gx')).toEqual(['Flags must be one of: g, i, m'])
    const sizes = multiselect('sizes', { label: 'Sizes', options: ['s', 'xl'], required: true })
    expect(messages(sizes, 'sxl')).toEqual(['Sizes must be one of: s, xl'])
    expect(messages(sizes, [])).toEqual(['Sizes is required'])
  })

  const kind = select('kind', { label: 'Kind', options: ['fruit', 'tree'], default: 'fruit' })
  const name = select('name', {
    label: 'Name',
    options: ['apple', 'pear', 'oak', 'fir'],
    default: 'apple',
    optionsBy: {
      field: 'kind',
      options: {
        fruit: [
          { value: 'apple', label: 'Apple' },
          { value: 'pear', label: 'Pear' },
        ],
        tree: [
          { value: 'oak', label: 'Oak' },
          { value: 'fir', label: 'Fir' },
        ],
      },
      defaults: { tree: 'fir' },
    },
  })

  test('that depend on another field are checked against its value', () => {
    expect(accepted([kind, name], { name: 'pear' })).toEqual({ kind: 'fruit', name: 'pear' })
    expect(accepted([kind, name], { kind: 'tree' })).toEqual({ kind: 'tree', name: 'fir' })
    expect(validateInput([kind, name], { kind: 'tree', name: 'pear' })).toEqual({
      ok: false,
      errors: [{ field: 'name', message: 'Name must be one of: oak, fir' }],
      unknown: [],
    })
    expect(validateInput([kind, name], { kind: 'constructor' })).toMatchObject({ errors: [{ field: 'kind' }] })
  })
})

test('a field that is not shown is not checked and keeps its default', () => {
  const more = boolean('more', { label: 'More' })
  const amount = number('amount', { label: 'Amount', min: 1, default: 5, showIf: { field: 'more', in: [true] } })
  expect(accepted([more, amount], { amount: 0 })).toEqual({ more: false, amount: 5 })
  expect(accepted([more, amount], { more: 'true', amount: 7 })).toEqual({ more: true, amount: 7 })
  expect(validateInput([more, amount], { more: true, amount: 0 }).ok).toBe(false)
})

test('a default of empty text is passed on', () => {
  expect(accepted([string('text', { label: 'Text', default: '' })], {})).toEqual({ text: '' })
})

test('all errors are reported at once, and names that no field has', () => {
  expect(validateInput([age, email('mail', { label: 'Mail', required: true })], { other: 1 })).toEqual({
    ok: false,
    errors: [
      { field: 'age', message: 'Age is required' },
      { field: 'mail', message: 'Mail is required' },
    ],
    unknown: ['other'],
  })
})

test('any JSON is answered, never thrown at', () => {
  const fields = [
    age,
    email('mail', { label: 'Mail' }),
    list('list', { label: 'List' }),
    multiselect('flags', { label: 'Flags', options: ['g', 'i'] }),
    select('size', { label: 'Size', options: ['s'], optionsBy: { field: 'mail', options: {} } }),
    boolean('on', { label: 'On' }),
  ]
  const raw = fc.record({ age: fc.jsonValue(), mail: fc.jsonValue(), list: fc.jsonValue(), flags: fc.jsonValue() })
  fc.assert(fc.property(raw, (values) => typeof validateInput(fields, values).ok === 'boolean'))
  expect(validateInput(fields, { age: 1, size: { toString: 1 }, flags: [{ toString: 1 }] }).ok).toBe(false)
})

test('a number sent to a short text field is its digits; a text area takes text only', () => {
  const fields = [string('octal', { label: 'Octal', required: true })] as const
  expect(validateInput(fields, { octal: 755 })).toMatchObject({ ok: true, value: { octal: '755' } })
  const area = [textarea('text', { label: 'Text', required: true })] as const
  expect(validateInput(area, { text: 755 })).toMatchObject({ ok: false })
})

test('text that may be bytes takes them as an object, and nothing else that is no text', () => {
  const fields = [textarea('text', { label: 'Text', takesBytes: true })]
  expect(validateInput(fields, { text: { hex: '0b' } })).toEqual({ ok: true, value: { text: '{"hex":"0b"}' } })
  expect(validateInput(fields, { text: { base64: 'Cw==' } })).toEqual({
    ok: true,
    value: { text: '{"base64":"Cw=="}' },
  })
  for (const text of [7, { hex: 7 }, { hex: '0b', base64: 'Cw==' }, { text: 'x' }, ['hex']])
    expect(validateInput(fields, { text })).toMatchObject({ ok: false, errors: [{ message: 'Text must be text' }] })
})
