import { expect, test } from 'vitest'
import { cardProblem, expiryIn } from './card-fields.ts'

test.each([
  ['12/30', { expMonth: 12, expYear: 2030 }],
  ['4 / 2031', { expMonth: 4, expYear: 2031 }],
  ['0430', { expMonth: 4, expYear: 2030 }],
  ['13/30', undefined],
  ['04', undefined],
])('%o is when a card ends', (text, end) => {
  expect(expiryIn(text)).toEqual(end)
})

test.each([
  ['number', '4242 4242 4242 4242', undefined],
  ['number', '4242', 'Enter the number on the card'],
  ['expiry', 'soon', 'Enter month and year, such as 04 / 30'],
  ['cvc', '12', 'Enter the 3 or 4 digits on the card'],
  ['cvc', '1234', undefined],
] as const)('a %s of %o', (field, value, problem) => {
  expect(cardProblem(field, value)).toBe(problem)
})
