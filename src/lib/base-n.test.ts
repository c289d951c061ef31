import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BASE64, decodeBaseN, encodeBaseN, padded } from './base-n.ts'
import { utf8Bytes } from './utf8.ts'

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('%s is %s', (text, written) => {
  expect(padded(encodeBaseN(utf8Bytes(text), BASE64), BASE64)).toBe(written)
  expect(decodeBaseN(written, BASE64)).toEqual(utf8Bytes(text))
  expect(decodeBaseN(written.replaceAll('=', ''), BASE64)).toEqual(utf8Bytes(text))
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
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeBaseN(encodeBaseN(bytes, BASE64), BASE64)).toEqual(bytes)
    }),
  )
})
