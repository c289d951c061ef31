import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const told = async (person: Person) => {
  const { body } = await person.get('/api/notifications')
  return (body.notifications as { kind: string; title: string; href: string }[]).map(({ kind, title, href }) => ({
    kind,
    title,
    href,
  }))
}

test('a sign-in from another address is told, one from a known address is not', async () => {
  const person = await fettle.aPerson()
  const signIn = (remoteAddress: string) =>
    fettle.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress,
      headers: { 'x-requested-with': 'test', 'user-agent': FIREFOX },
      payload: { email: person.email, password: person.password },
    })
  await fettle.database.pool.query('update session set user_agent = $2 where user_id = $1', [person.id, FIREFOX])
  expect((await signIn('127.0.0.1')).statusCode).toBe(200)
  expect(await told(person)).toEqual([])
  expect((await signIn('203.0.113.9')).statusCode).toBe(200)
  const news = { kind: 'sign-in.new', title: 'New sign-in: Firefox on Linux', href: '/settings#devices' }
  expect(await told(person)).toEqual([news])
  await signIn('203.0.113.9')
  expect(await told(person)).toEqual([news])
})

test('a changed password and a new key are told', async () => {
  const person = await fettle.aPerson()
  const changed = await person.post('/api/user/password', {
    currentPassword: person.password,
    newPassword: 'horse battery staple 7',
  })
  expect(changed.status).toBe(200)
  await person.post('/api/keys', { name: 'CI', scopes: ['read'] })
  expect(await told(person)).toEqual([
    { kind: 'api-key.created', title: 'The API key “CI” was made', href: '/settings#api-keys' },
    { kind: 'password.changed', title: 'Your password was changed', href: '/settings#password' },
  ])
})
