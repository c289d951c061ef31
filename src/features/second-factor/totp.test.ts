import { expect, test } from 'vitest'
import { toTotpCode } from './prove-code.server.ts'
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts'

/** The 20 bytes "12345678901234567890" of RFC 6238, appendix B, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

// RFC 6238, appendix B, the rows of SHA1. It prints eight digits; six are their last ones (RFC 4226, section 5.3).
test.each([
  [59, '94287082', 0x1],
  [1_111_111_109, '07081804', 0x23523ec],
  [1_111_111_111, '14050471', 0x23523ed],
  [1_234_567_890, '89005924', 0x273ef07],
  [2_000_000_000, '69279037', 0x3f940aa],
  [20_000_000_000, '65353130', 0x27bc86aa],
])('RFC 6238, appendix B: at %i the code ends %s', (seconds, code, step) => {
  expect(totpStepOf(RFC_SECRET, code.slice(-6), at(seconds))).toBe(step)
})

test('a clock may be one step behind or ahead, not two', () => {
  const [code, step] = ['005924', 0x273ef07]
  const middle = step * 30 + 15
  expect([-60, -30, 0, 30, 60].map((drift) => totpStepOf(RFC_SECRET, code, at(middle + drift)))).toEqual([
    undefined,
    step,
    step,
    step,
    undefined,
  ])
})

test('every second of the three steps counts, and none beside them', () => {
  const first = (0x273ef07 - 1) * 30
  const last = (0x273ef07 + 2) * 30 - 1
  const accepted = (second: number) => totpStepOf(RFC_SECRET, '005924', at(second)) !== undefined
  expect([accepted(first - 1), accepted(first), accepted(last), accepted(last + 1)]).toEqual([false, true, true, false])
})

test.each([
  ['005924', '005924'],
  ['005 924', '005924'],
  [' 005-924 ', '005924'],
  ['00592', undefined],
  ['0059244', undefined],
  ['٠٠٥٩٢٤', undefined],
  ['abcdef', undefined],
])('%s is read as %s', (typed, code) => {
  expect(toTotpCode(typed)).toBe(code)
})

test('a secret has 160 bits and is never the same', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

// The key URI format that authenticator apps read: github.com/google/google-authenticator/wiki/Key-Uri-Format
test('the address for the app names the account and the secret', () => {
  const uri = new URL(totpUri(RFC_SECRET, 'ada@example.com'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Fettle:ada@example.com',
  ])
  expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([RFC_SECRET, 'Fettle'])
})
