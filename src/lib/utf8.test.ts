import { expect, test } from 'vitest'
import { utf8Bytes, utf8Text } from './utf8.ts'

// RFC 3629, section 7.
test('text and bytes', () => {
  const bytes = Uint8Array.of(0x41, 0xe2, 0x89, 0xa2, 0xce, 0x91, 0x2e)
  expect(utf8Bytes('A≢Α.')).toEqual(bytes)
  expect(utf8Text(bytes)).toBe('A≢Α.')
  expect(utf8Text(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\uFEFFA')
})

// RFC 3629, sections 3 and 10: surrogates, overlong forms, a lone byte.
test.each([[[0xed, 0xa0, 0x80]], [[0xc0, 0x80]], [[0xff]]])('%j is no UTF-8', (bytes) => {
  expect(utf8Text(Uint8Array.from(bytes))).toBeUndefined()
})
