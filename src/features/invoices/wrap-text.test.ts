import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

/** Signs of Chinese, Japanese and Korean are twice as wide as letters. */
const widthOf = (text: string) =>
  Array.from(text, (sign) => (sign > '\u2e80' ? 2 : 1)).reduce((sum, one) => sum + one, 0)

test.each([
  ['', ['']],
  ['one line', ['one line']],
  ['two words wrap', ['two words', 'wrap']],
  ['ends with   spaces', ['ends with', 'spaces']],
  ['an\nenvelope\r\n\nhere', ['an', 'envelope', '', 'here']],
  ['東京都渋谷区渋谷', ['東京都渋谷', '区渋谷']],
  ['東京都渋谷。区', ['東京都渋', '谷。区']],
  ['Tower 東京都渋谷', ['Tower 東京', '都渋谷']],
  ['서울특별시강남구', ['서울특별시', '강남구']],
  ['Donaudampfschifffahrt', ['Donaudampf', 'schifffahr', 't']],
  ['a Donaudampfschiff', ['a Donaudam', 'pfschiff']],
])('%j in ten places', (text, lines) => {
  expect(wrapText(text, 10, widthOf)).toEqual(lines)
})
