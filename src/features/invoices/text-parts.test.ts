import { expect, test } from 'vitest'
import { type FaceOf, familiesFor, isInRanges, partsOf, rangesOf } from './text-parts.ts'

/** Latin letters, some Chinese ones, and one sign that varies others. */
const faceOf: FaceOf = (codePoint) => {
  const sign = String.fromCodePoint(codePoint)
  if (/[ -~é❤]/u.test(sign)) return 'plain'
  return '東京渋'.includes(sign) ? 'jp' : undefined
}

test.each([
  ['', []],
  ['Tokyo', [{ face: 'plain', text: 'Tokyo' }]],
  [
    'Tower A 東京 2',
    [
      { face: 'plain', text: 'Tower A ' },
      { face: 'jp', text: '東京' },
      { face: 'plain', text: ' 2' },
    ],
  ],
  ['what no font has: ไทย', [{ face: 'plain', text: 'what no font has: ???' }]],
  ['a family 👨‍👩‍👧 is one', [{ face: 'plain', text: 'a family ? is one' }]],
  ['an emoji 👍🏽', [{ face: 'plain', text: 'an emoji ?' }]],
  ['a heart ❤️', [{ face: 'plain', text: 'a heart ❤' }]],
  ['cafe\u0301', [{ face: 'plain', text: 'café' }]],
  ['渋\u{e0100}', [{ face: 'jp', text: '渋' }]],
])('%j is drawn by %j', (text, parts) => {
  expect(partsOf(text, faceOf)).toEqual(parts)
})

test.each([
  ['東京タワー', 'jp'],
  ['ひらがな 서울', 'jp'],
  ['서울특별시 江南', 'kr'],
  ['\u1109\u1165', 'kr'],
  ['北京市', 'sc'],
  ['Ada', 'sc'],
])('%s is drawn as in %s first', (text, family) => {
  expect(familiesFor(text)[0]).toBe(family)
  expect(familiesFor(text).toSorted()).toEqual(['jp', 'kr', 'sc'])
})

test.each([
  ['U+4E00-4E02,U+4E05', 0x4e_00, true],
  ['U+4E00-4E02, U+4E05', 0x4e_02, true],
  ['U+4E00-4E02, U+4E05', 0x4e_05, true],
  ['U+4E00-4E02,U+4E05', 0x4e_03, false],
  ['U+20BB7', 0x2_0b_b7, true],
  ['U+20BB7,U+4E05,U+4E00-4E02', 0x4e_01, true],
  ['U+20BB7,U+4E05,U+4E00-4E02', 0x2_0b_b7, true],
  ['U+20BB7,U+4E05,U+4E00-4E02', 0x4d_ff, false],
  ['U+20BB7,U+4E05,U+4E00-4E02', 0x2_0b_b8, false],
])('%s and %i: %s', (ranges, codePoint, isIn) => {
  expect(isInRanges(rangesOf(ranges), codePoint)).toBe(isIn)
})
