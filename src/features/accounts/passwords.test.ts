import { expect, test } from 'vitest'
import { hashPassword, isOutdated, passwordMatches } from './passwords.server.ts'

test('a hash is argon2id with the costs of OWASP ASVS 5.0, appendix C, and salted', async () => {
  const [first, second] = await Promise.all([hashPassword('one password'), hashPassword('one password')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await passwordMatches(first, 'one password')).toBe(true)
  expect(await passwordMatches(first, 'another one')).toBe(false)
  expect(isOutdated(first)).toBe(false)
  expect(isOutdated(first.replace('m=19456', 'm=12288'))).toBe(true)
})

test('an account that is not there, or has no password, costs the same work and matches nothing', async () => {
  const hashed = await hashPassword('one password')
  await passwordMatches(undefined, 'warm up')
  const timed = async (passwordHash: string | null | undefined) => {
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const begun = performance.now()
      expect(await passwordMatches(passwordHash, 'the hash that nobody has')).toBe(false)
      times.push(performance.now() - begun)
    }
    return Math.min(...times)
  }
  const known = await timed(hashed)
  for (const missing of [null, undefined]) expect(await timed(missing)).toBeGreaterThan(known / 3)
})

test('beyond a hundred that wait, the next one is told to come back', async () => {
  const many = Array.from({ length: 102 }, () => hashPassword('one password'))
  await expect(hashPassword('one too many')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 2 })
  expect(new Set(await Promise.all(many)).size).toBe(102)
  expect(await hashPassword('there is room again')).toMatch(/^\$argon2id\$/)
})
