import { expect, test } from 'vitest'
import { hexOf, writtenBytes } from './written-bytes.ts'

// RFC 4648, section 10: BASE64("foobar") and BASE16("foobar").
test.each([
  ['foobar', 'utf8'],
  ['666F6F626172', 'hex'],
  ['0x66 6f:6f-62\n6172', 'hex'],
  ['Zm9vYmFy', 'base64'],
] as const)('%j as %s', (text, writing) => {
  expect(writtenBytes(text, writing)).toEqual(new TextEncoder().encode('foobar'))
})

test('both alphabets of Base64 are read', () => {
  expect(writtenBytes('-_8=', 'base64')).toEqual(writtenBytes('+/8', 'base64'))
})

test.each([
  ['abc', 'hex', 'must have two hexadecimal digits for each byte'],
  ['xy', 'hex', 'must have only hexadecimal digits'],
  ['\ud800', 'utf8', 'must not have half of a surrogate pair'],
  ['Zm9vY', 'base64', 'must be complete: the last group is too short'],
] as const)('%j is no %s', (text, writing, problem) => {
  expect(writtenBytes(text, writing)).toBe(problem)
})

test('every byte has two digits', () => {
  expect(hexOf(Uint8Array.of(0, 10, 255))).toBe('000aff')
})
