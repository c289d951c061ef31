import { expect, test } from 'vitest'
import { ProviderRefusedError } from '../provider.ts'
import { typed } from './embedded-fixture.ts'
import { readCard } from './known-cards.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ProviderRefusedError) return error.failure.code
    throw error
  }
  return 'taken'
}

test('a test card is known by its number, of which four digits stay', () => {
  expect(readCard(typed('4000-0025 0000 3155'), NOW)).toEqual({
    behaviour: 'asks_until_saved',
    brand: 'visa',
    last4: '3155',
    expMonth: 12,
    expYear: 2040,
  })
  expect(readCard({ ...typed('378282246310005'), cvc: '1234' }, NOW).brand).toBe('amex')
  expect(readCard(typed('5555555555554444'), NOW).brand).toBe('mastercard')
})

test.each([
  ['a wrong check digit', typed('4242424242424241'), 'incorrect_number'],
  ['letters', typed('4242 4242 4242 424x'), 'incorrect_number'],
  // A valid number that no list of test cards has.
  ['a card that is not for tests', typed('4539 1488 0343 6467'), 'test_mode_live_card'],
  ['last month', { ...typed('4242424242424242'), expMonth: 10, expYear: 2026 }, 'invalid_expiry_month'],
  ['last year', { ...typed('4242424242424242'), expMonth: 12, expYear: 2025 }, 'invalid_expiry_year'],
  ['this month', { ...typed('4242424242424242'), expMonth: 11, expYear: 2026 }, 'taken'],
  ['a short code', { ...typed('4242424242424242'), cvc: '12' }, 'invalid_cvc'],
  ['a short code of American Express', typed('378282246310005'), 'invalid_cvc'],
])('%s', (_, card, code) => {
  expect(refusalOf(() => readCard(card, NOW))).toBe(code)
})
