import { expect, test } from 'vitest'
import type { Field } from '#src/sdk/index.ts'
import { boolean, checkbox, file, list, multiselect, number, password, range, select, string } from '#src/sdk/index.ts'
import { currencyConverter } from '#src/tools/currency-converter.tool.ts'
import { ibanValidator } from '#src/tools/iban-validator.tool.ts'
import { luhnValidator } from '#src/tools/luhn-validator.tool.ts'
import {
  defaultValues,
  filledValues,
  holdsPrivate,
  inputsOf,
  linkedForm,
  shownFields,
  shownSections,
  toFields,
  toFormValue,
  toJson,
  withSwapped,
  withValue,
} from './form-values.ts'

const tip: Field[] = [
  number('bill', { label: 'Bill', required: true }),
  range('tipPercent', { label: 'Tip', default: 20 }),
  number('people', { label: 'People', default: 1 }),
  checkbox('tipOnTax', { label: 'Tip on tax' }),
]

const units: Field[] = [
  select('category', { label: 'Category', options: ['length', 'mass'], default: 'length' }),
  select('from', {
    label: 'From',
    options: ['m', 'km', 'g', 'kg'],
    default: 'm',
    optionsBy: {
      field: 'category',
      options: {
        length: [
          { value: 'm', label: 'm' },
          { value: 'km', label: 'km' },
        ],
        mass: [
          { value: 'g', label: 'g' },
          { value: 'kg', label: 'kg' },
        ],
      },
      defaults: { mass: 'kg' },
    },
  }),
]

test('a schema becomes fields in its order', () => {
  expect(toFields({ b: { type: 'text', label: 'B' }, a: { type: 'number', label: 'A' } })).toEqual([
    { name: 'b', type: 'text', label: 'B' },
    { name: 'a', type: 'number', label: 'A' },
  ])
})

test('what is required and has no default begins empty', () => {
  expect(defaultValues(tip)).toEqual({ bill: '', tipPercent: '20', people: '1', tipOnTax: false })
})

test('an example that is chosen wins over the defaults', () => {
  expect(filledValues(tip, { bill: 10, tipPercent: 15, tipOnTax: true, stranger: 1 })).toEqual({
    bill: '10',
    tipPercent: '15',
    people: '1',
    tipOnTax: true,
  })
})

test('names of the object prototype are no inputs', () => {
  expect(filledValues([string('constructor', { label: 'C' })], {})).toEqual({ constructor: '' })
})

test('a choice follows the field it depends on, and stays where it is still offered', () => {
  const values = defaultValues(units)
  expect(values).toEqual({ category: 'length', from: 'm' })
  expect(withValue(units, values, 'category', 'mass')).toEqual({ category: 'mass', from: 'kg' })
  expect(withValue(units, { category: 'mass', from: 'g' }, 'category', 'mass')).toEqual({ category: 'mass', from: 'g' })
})

test('two values change places, and the others stay', () => {
  const values = { category: 'length', from: 'm', to: 'ft' }
  const to = { name: 'to', type: 'select', label: 'To', swapWith: 'from' } as const
  expect(withSwapped(values, to)).toEqual({ category: 'length', from: 'ft', to: 'm' })
})

test.each([
  ['3.6725', '0.27229407760381213'],
  ['1.0847', '0.9219138932423712'],
  ['655.957', '0.0015244901723741038'],
  ['0.00838', '119.33174224343675'],
  ['4', '0.25'],
])('a rate of %s is inverted with its currencies, and comes back', (rate, inverse) => {
  const to = currencyConverter.input[2]
  const swapped = withSwapped({ amount: '100', from: 'USD', to: 'AED', rate, feePercent: '0' }, to)
  expect(swapped).toEqual({ amount: '100', from: 'AED', to: 'USD', rate: inverse, feePercent: '0' })
  expect(withSwapped(swapped, to)).toMatchObject({ from: 'USD', to: 'AED', rate })
})

test.each(['', '0', 'much'])('a rate of “%s” has no inverse and stays', (rate) => {
  expect(withSwapped({ from: 'USD', to: 'AED', rate }, currencyConverter.input[2])).toMatchObject({ rate })
})

test('a field is shown by the value of another one, hidden ones never', () => {
  const fields: Field[] = [
    number('count', { label: 'Count', default: 1 }),
    string('extra', { label: 'Extra', showIf: { field: 'count', in: [2] } }),
    string('never', { label: 'Never', hidden: true }),
  ]
  const names = (count: string) => shownFields(fields, { count, extra: '', never: '' }).map((field) => field.name)
  expect(names('1')).toEqual(['count'])
  expect(names('2')).toEqual(['count', 'extra'])
})

test('only what differs from the defaults is told, as JSON, and nothing private', () => {
  const fields = [
    ...tip,
    password('key', { label: 'Key' }),
    string('pin', { label: 'Pin', secret: true }),
    file('upload', { label: 'File' }),
  ]
  const values = {
    ...defaultValues(fields),
    ...{ bill: '1,234.50', people: '3', key: 'k', pin: '1', upload: 'content' },
  }
  expect(inputsOf(fields, values)).toEqual({ bill: 1234.5, people: 3 })
  expect(inputsOf(fields, { ...values, bill: '12 apples' })).toEqual({ bill: '12 apples', people: 3 })
})

test('what was filled in for another choice is not told: a program that is told it would mean that choice', () => {
  const fields = [
    boolean('more', { label: 'More' }),
    number('amount', { label: 'Amount', default: 5, showIf: { field: 'more', in: [true] } }),
  ]
  expect(inputsOf(fields, { more: false, amount: '7' })).toEqual({})
  expect(inputsOf(fields, { more: true, amount: '7' })).toEqual({ more: true, amount: 7 })
})

test('a link fills the form, and what does not fit is told', () => {
  const fields = [...tip, password('key', { label: 'Key' })]
  expect(linkedForm(fields, { people: 3 })).toEqual({ values: { ...defaultValues(fields), people: '3' }, problems: [] })
  const { values, problems } = linkedForm(fields, { bill: 'much', tipOnTax: 'perhaps', key: 'k', stranger: 1 })
  expect(values).toEqual({ ...defaultValues(fields), bill: 'much' })
  expect(problems).toEqual([
    'Bill must be a number',
    'Tip on tax must be true or false',
    'key is left out',
    'stranger is left out',
  ])
})

test('lists and choices go to controls and back', () => {
  const names = list('names', { label: 'Names' })
  const flags = multiselect('flags', { label: 'Flags', options: ['g', 'i'] })
  expect(toFormValue(names, ['a', 'b'])).toBe('a\nb')
  expect(toJson(names, 'a\nb, c')).toEqual(['a', 'b', 'c'])
  expect(toFormValue(flags, ['g'])).toEqual(['g'])
  expect(toFormValue(flags, undefined)).toEqual([])
  expect(toJson(flags, ['g', 'i'])).toEqual(['g', 'i'])
  expect(toFormValue(string('s', { label: 'S' }), { a: 1 })).toBe('{"a":1}')
})

test.each([
  ['a card', luhnValidator, { number: '4111 1111 1111 1111' }],
  ['an account', ibanValidator, { iban: 'DE89370400440532013000' }],
])('the number of %s goes neither into a link nor into the history', (_whose, tool, inputs) => {
  const values = filledValues(tool.input, inputs)
  expect(values).toMatchObject(inputs)
  expect(inputsOf(tool.input, values)).toEqual({})
  expect(holdsPrivate(tool.input, values)).toBe(true)
})

test('a key that is filled in is noticed, an empty one is not', () => {
  const fields = [...tip, password('key', { label: 'Key' }), string('salt', { label: 'Salt', secret: true })]
  const values = { ...defaultValues(fields), bill: '5' }
  expect(holdsPrivate(fields, values)).toBe(false)
  expect(holdsPrivate(fields, { ...values, key: 'k' })).toBe(true)
  expect(holdsPrivate(fields, { ...values, salt: 's' })).toBe(true)
})

test('fields in a row with one heading stand together, whichever of them are shown', () => {
  const kind = select('kind', { label: 'Kind', options: ['a', 'b'], default: 'a', section: 'First' })
  const onlyB = { showIf: { field: 'kind', in: ['b'] } } as const
  const fields = [
    number('free', { label: 'Free' }),
    kind,
    number('extra', { label: 'Extra', section: 'Second', ...onlyB }),
    number('more', { label: 'More', section: 'Second' }),
    number('again', { label: 'Again', section: 'First', ...onlyB }),
    number('last', { label: 'Last' }),
  ]
  const shown = (value: string) =>
    shownSections(fields, { kind: value }).map((part) => [part.key, part.section, part.fields.map(({ name }) => name)])
  expect(shown('b')).toEqual([
    ['free', undefined, ['free']],
    ['kind', 'First', ['kind']],
    ['extra', 'Second', ['extra', 'more']],
    ['again', 'First', ['again']],
    ['last', undefined, ['last']],
  ])
  expect(shown('a')).toEqual([
    ['free', undefined, ['free']],
    ['kind', 'First', ['kind']],
    ['extra', 'Second', ['more']],
    ['last', undefined, ['last']],
  ])
})

test('a choice takes what is usual with the field it depends on, unless somebody has chosen', () => {
  const both = [
    { value: 'l', label: 'Litre' },
    { value: 'gal', label: 'Gallon' },
  ]
  const fields: Field[] = [
    select('use', { label: 'Use', options: ['l-100km', 'mpg'], default: 'l-100km' }),
    select('price', {
      ...{ label: 'Price', options: ['l', 'gal'], default: 'l' },
      optionsBy: { field: 'use', options: { 'l-100km': both, mpg: both }, defaults: { mpg: 'gal' } },
    }),
  ]
  const usual = defaultValues(fields)
  const american = withValue(fields, usual, 'use', 'mpg')
  expect(american).toEqual({ use: 'mpg', price: 'gal' })
  expect(inputsOf(fields, american)).toEqual({ use: 'mpg' })
  expect(withValue(fields, american, 'use', 'l-100km')).toEqual(usual)
  const chosen = withValue(fields, american, 'price', 'l')
  expect(inputsOf(fields, chosen)).toEqual({ use: 'mpg', price: 'l' })
  expect(filledValues(fields, { use: 'mpg' })).toEqual(american)
})
