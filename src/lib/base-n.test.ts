import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BASE32, BASE32_HEX, BASE64, decodeBaseN, encodeBaseN, padded } from './base-n.ts'
import { utf8Bytes } from './utf8.ts'

// RFC 4648, section 10.
test.each([
  ['', '', '', ''],
  ['f', 'Zg==', 'MY======', 'CO======'],
  ['fo', 'Zm8=', 'MZXQ====', 'CPNG===='],
  ['foo', 'Zm9v', 'MZXW6===', 'CPNMU==='],
  ['foob', 'Zm9vYg==', 'MZXW6YQ=', 'CPNMUOG='],
  ['fooba', 'Zm9vYmE=', 'MZXW6YTB', 'CPNMUOJ1'],
  ['foobar', 'Zm9vYmFy', 'MZXW6YTBOI======', 'CPNMUOJ1E8======'],
])('%s', (text, ...written) => {
  for (const [index, coding] of [BASE64, BASE32, BASE32_HEX].entries()) {
    expect(padded(encodeBaseN(utf8Bytes(text), coding), coding)).toBe(written[index])
    expect(decodeBaseN(written[index] ?? '', coding)).toEqual(utf8Bytes(text))
    expect(decodeBaseN((written[index] ?? '').replaceAll('=', ''), coding)).toEqual(utf8Bytes(text))
  }
})

test.each([
  ['a', 'must be complete: the last group is too short'],
  ['Zg=', 'must be padded to groups of 4 characters, or not at all'],
  // The padding of RFC 4648, section 4, is one or two characters, and comes only where the last group is short.
  ['====', 'must be padded to groups of 4 characters, or not at all'],
  ['Zm9v====', 'must be padded to groups of 4 characters, or not at all'],
  ['Zm9v!', 'must not have “!”, which is no character of the alphabet'],
  ['Zg===', 'must be padded to groups of 4 characters, or not at all'],
  ['Zg==Zg==', 'must not have “=”, which is no character of the alphabet'],
  ['Zm9é', 'must not have “é”, which is no character of the alphabet'],
])('%s is refused', (text, problem) => {
  expect(decodeBaseN(text, BASE64)).toBe(problem)
})

test('all bytes come back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom(BASE64, BASE32), (bytes, coding) => {
      expect(decodeBaseN(encodeBaseN(bytes, coding), coding)).toEqual(bytes)
    }),
  )
})
