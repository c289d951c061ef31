import { timingSafeEqual } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { formSecret, isSameSecret, testFormSecret } from './form-secret.ts'

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>()
  return { ...original, timingSafeEqual: vi.fn<typeof original.timingSafeEqual>(original.timingSafeEqual) }
})
beforeEach(() => void vi.mocked(timingSafeEqual).mockClear())

const SECRET = 'p2sQ-0vTz7hYwXgLkR5uAeNcJ8dBm3Fi'

test.each([
  ['the same', SECRET, true],
  ['its first letter changed', `q${SECRET.slice(1)}`, false],
  ['its last letter changed', `${SECRET.slice(0, -1)}j`, false],
  ['its beginning', SECRET.slice(0, -1), false],
  ['one letter more', `${SECRET}i`, false],
  ['nothing', '', false],
  ['other case', SECRET.toLowerCase(), false],
  ['a very long one', SECRET.repeat(10_000), false],
  ['letters of several bytes', 'ß'.repeat(32), false],
])('%s: all bytes of two digests of one length are compared', (_name, given, isSame) => {
  expect(isSameSecret(given, SECRET)).toBe(isSame)
  expect(vi.mocked(timingSafeEqual).mock.calls.map((pair) => pair.map((one) => one.byteLength))).toEqual([[32, 32]])
  const [[first, second] = []] = vi.mocked(timingSafeEqual).mock.calls
  // Neither is the secret itself, so a guess that is nearly right looks like any other.
  for (const one of [first, second]) expect(Buffer.from(one as Uint8Array).toString()).not.toContain(SECRET.slice(0, 4))
})

test('two empty ones are the same', () => {
  expect(isSameSecret('', '')).toBe(true)
})

test('the secret of a form is neither that of the webhook nor that of the draft’s form', () => {
  const secrets = [SECRET, formSecret(SECRET), testFormSecret(SECRET)]
  expect(new Set(secrets).size).toBe(3)
  expect(secrets.map((one) => one.length)).toEqual([32, 32, 32])
})
