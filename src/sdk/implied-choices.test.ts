import { expect, test } from 'vitest'
import { number, radio, string } from './fields.ts'
import { withImpliedChoices } from './implied-choices.ts'

const FIELDS = [
  radio('variant', { label: 'Variant', default: 'rot13', options: ['rot13', 'caesar', 'affine'] }),
  number('shift', { label: 'Shift', default: 3, showIf: { field: 'variant', in: ['caesar'] } }),
  number('factor', { label: 'Factor', showIf: { field: 'variant', in: ['affine'] } }),
  string('alphabet', { label: 'Alphabet', showIf: { field: 'variant', in: ['caesar', 'affine'] } }),
  string('usual', { label: 'Usual', showIf: { field: 'variant', in: ['rot13'] } }),
]

test.each([
  ['a field that one choice alone has implies it', { shift: 5 }, { shift: 5, variant: 'caesar' }],
  ['a choice that is given stands', { shift: 5, variant: 'rot13' }, { shift: 5, variant: 'rot13' }],
  ['an empty choice is none', { shift: 5, variant: '' }, { shift: 5, variant: 'caesar' }],
  ['of two the first one of the form decides', { factor: 2, shift: 5 }, { factor: 2, shift: 5, variant: 'caesar' }],
  ['a field of several choices implies none', { alphabet: 'abc' }, { alphabet: 'abc' }],
  ['nor does one of the usual choice', { usual: 'x' }, { usual: 'x' }],
  ['nor one that is empty', { shift: null }, { shift: null }],
  ['names that no field has stay', { other: 1 }, { other: 1 }],
])('%s', (_, inputs, expected) => {
  expect(withImpliedChoices(FIELDS, inputs)).toEqual(expected)
})
