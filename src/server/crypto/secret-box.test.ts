import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox(Buffer.alloc(32, 1))
const place = { table: 'totp' as const, column: 'secret', row: 'a' }
const secret = Buffer.from('JBSWY3DPEHPK3PXP')

test('a sealed value opens in its place, and never looks the same twice', () => {
  const [first, second] = [box.seal(secret, place), box.seal(secret, place)]
  expect(box.open(first, place)).toEqual(secret)
  expect(first.equals(second)).toBe(false)
  expect(first.includes(secret)).toBe(false)
})

test.each([
  ['another row', { ...place, row: 'b' }],
  ['another column', { ...place, column: 'other' }],
  ['another table', { ...place, table: 'secret' as const }],
  ['a place whose names only join to the same text', { table: 'totp' as const, column: 'secret.a', row: '' }],
])('it does not open in %s', (_, other) => {
  expect(() => box.open(box.seal(secret, place), other)).toThrow('unable to authenticate data')
})

test('any changed byte is noticed', () => {
  const sealed = box.seal(secret, place)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => box.open(changed, place), `byte ${at}`).toThrow(/unable to authenticate data|are unknown/)
  }
})

test('another master key opens nothing', () => {
  const other = createSecretBox(Buffer.alloc(32, 2))
  expect(() => other.open(box.seal(secret, place), place)).toThrow('unable to authenticate data')
})
