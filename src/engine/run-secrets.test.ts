import { expect, test } from 'vitest'
import { createRunSecrets } from './run-secrets.ts'

const KEY = 'sk_live_0123456789'
const secretsOf = (known: Record<string, string>) => {
  const asked: string[] = []
  const host = {
    secret: async (name: string, ownerId: string) => {
      asked.push(`${ownerId} ${name}`)
      return known[name] ?? null
    },
  }
  return { asked, secrets: createRunSecrets(host, 'ada') }
}

test('a secret that was used is hidden from then on, whoever says it', async () => {
  const { asked, secrets } = secretsOf({ stripe: KEY })
  expect(secrets.hide({ said: KEY })).toEqual({ said: KEY })
  expect(await secrets.use('stripe', { auth: { name: 'stripe' } })).toBe(KEY)
  expect(asked).toEqual(['ada stripe'])
  expect(secrets.hide({ said: KEY })).toEqual({ said: '[redacted]' })
  expect(
    secrets.hideIn({
      code: KEY,
      message: `not ${KEY}`,
      technical: `at ${KEY}`,
      details: [{ field: 'a', message: KEY }],
    }),
  ).toEqual({
    code: KEY,
    message: 'not [redacted]',
    technical: 'at [redacted]',
    details: [{ field: 'a', message: '[redacted]' }],
  })
})

test('an expression cannot choose a secret', async () => {
  const { asked, secrets } = secretsOf({ stripe: KEY })
  await expect(secrets.use('stripe', { auth: '{{ trigger.name }}', stripe: 'other' })).rejects.toMatchObject({
    code: 'SECRET_NOT_NAMED',
    permanent: true,
  })
  expect(asked).toEqual([])
})

test('one that is not there fails the step for good', async () => {
  await expect(secretsOf({}).secrets.use('stripe', { auth: 'stripe' })).rejects.toMatchObject({
    code: 'SECRET_MISSING',
    message: 'There is no secret called "stripe"',
    permanent: true,
  })
})

test('after a crash what was used before is hidden again, and asked for once', async () => {
  const { asked, secrets } = secretsOf({ stripe: KEY })
  await secrets.recall(['stripe', 'gone'])
  await secrets.recall(['stripe', 'gone'])
  expect(asked).toEqual(['ada stripe', 'ada gone'])
  expect(secrets.hide(`${KEY}!`)).toBe('[redacted]!')
})

test('nothing goes on before what was used is known again', async () => {
  const host = { secret: () => new Promise<string>((resolve) => setImmediate(resolve, KEY)) }
  const secrets = createRunSecrets(host, 'ada')
  await secrets.recall(['stripe'])
  expect(secrets.hide(KEY)).toBe('[redacted]')
})
