import { expect, test } from 'vitest'
import { moneyText } from './money-text.ts'

test.each([
  [-1234, undefined, '−$12.34'],
  [-1234, 'eur', '-1,234 smallest units of EUR'],
  [4000, 'jpy', '4,000 smallest units of JPY'],
])('%i of %s is told as %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text)
})
