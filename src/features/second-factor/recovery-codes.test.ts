import { expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

test('ten codes of 120 bits, none twice', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
})

test.each([
  'ABCD-EFGH-JKMN-PQRS-TVWX-0123',
  'abcdefghjkmnpqrstvwx0123',
  ' abcd efgh jkmn pqrs tvwx oi23 ',
  'abcd-efgh-jkmn-pqrs-tvwx-0l23',
])('%s is the same code as it was shown', (typed) => {
  expect(hashRecoveryCode(typed)).toEqual(hashRecoveryCode('abcd-efgh-jkmn-pqrs-tvwx-0123'))
})

test('another character is another code', () => {
  expect(hashRecoveryCode('abcd-efgh-jkmn-pqrs-tvwx-0124')).not.toEqual(
    hashRecoveryCode('abcd-efgh-jkmn-pqrs-tvwx-0123'),
  )
})
