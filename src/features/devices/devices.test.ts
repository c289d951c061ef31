import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

interface Listed {
  readonly id: string
  readonly name: string
  readonly current: boolean
}
const sessionsOf = async (browser: TestBrowser) =>
  ((await browser.get('/api/sessions')).body as unknown as { sessions: Listed[] }).sessions

/** A person with a second browser signed in. */
async function twoBrowsers() {
  const person = await fettle.aPerson()
  const other = fettle.visitor()
  await other.post('/api/login', { email: person.email, password: person.password }, FIREFOX)
  return { person, other }
}

test('every browser is listed, with this one marked, and tokens nowhere', async () => {
  const { person, other } = await twoBrowsers()
  const { body } = await person.get('/api/sessions')
  expect(body.sessions).toEqual([
    expect.objectContaining({ name: 'Firefox on Linux', current: false, address: '127.0.0.1' }),
    expect.objectContaining({ current: true }),
  ])
  expect(Object.keys((body.sessions as object[])[0] ?? {}).sort()).toEqual([
    'address',
    'current',
    'id',
    'lastSeenAt',
    'name',
    'signedInAt',
  ])
  expect((await sessionsOf(other)).find(({ current }) => current)?.name).toBe('Firefox on Linux')
})

test('ending one device signs that one out and no other', async () => {
  const { person, other } = await twoBrowsers()
  const foreign = (await sessionsOf(person)).find(({ current }) => !current)
  expect((await person.send('DELETE', `/api/sessions/${foreign?.id}`)).body).toEqual({ ended: 1 })
  expect((await other.get('/api/user')).status).toBe(401)
  expect((await person.get('/api/user')).status).toBe(200)
})

test('ending all others keeps this one', async () => {
  const { person, other } = await twoBrowsers()
  expect((await person.send('DELETE', '/api/sessions')).body).toEqual({ ended: 1 })
  expect([(await other.get('/api/user')).status, (await person.get('/api/user')).status]).toEqual([401, 200])
})

test("another person's session cannot be ended", async () => {
  const [mine, theirs] = [await fettle.aPerson(), await fettle.aPerson()]
  const [session] = await sessionsOf(theirs)
  expect((await mine.send('DELETE', `/api/sessions/${session?.id}`)).status).toBe(404)
  expect((await theirs.get('/api/user')).status).toBe(200)
})

test('ending devices is in the audit log', async () => {
  const { person } = await twoBrowsers()
  await person.send('DELETE', '/api/sessions')
  const { rows } = await fettle.database.pool.query(
    'select action, target, details from audit_entry where actor_id = $1 and action like $2',
    [person.id, 'session%'],
  )
  expect(rows).toEqual([{ action: 'sessions.others-ended', target: `user ${person.id}`, details: '{"ended":1}' }])
})
