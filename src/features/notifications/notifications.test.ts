import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { sweepNotifications } from './notifications.server.ts'

let fettle: TestApp
let person: Person
beforeAll(async () => {
  fettle = await startTestApp()
  person = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const tell = (userId: string, title: string) =>
  notify(fettle.database.db, { userId, kind: 'api-key.created', title, href: '/settings' })
type Answer = { notifications: { id: string; title: string; read: boolean }[]; unread: number; cursor: string | null }
const list = async (who: Person, query = '') => (await who.get(`/api/notifications${query}`)).body as unknown as Answer

test('notifications come the newest first, in pages, with the number of unread ones', async () => {
  for (let n = 1; n <= 25; n++) await tell(person.id, `Key ${n}`)
  const first = await list(person)
  expect(first.notifications.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, i) => `Key ${25 - i}`))
  expect(first.notifications[0]).toEqual({
    id: expect.any(String),
    kind: 'api-key.created',
    title: 'Key 25',
    body: '',
    href: '/settings',
    createdAt: expect.stringMatching(/Z$/),
    read: false,
  })
  const second = await list(person, `?cursor=${first.cursor}`)
  expect(second.notifications.map(({ title }) => title)).toEqual(['Key 5', 'Key 4', 'Key 3', 'Key 2', 'Key 1'])
  expect([first.unread, second.cursor]).toEqual([25, null])
  expect((await person.get('/api/notifications/unread')).body).toEqual({ unread: 25 })
})

test('one is marked as read, then all', async () => {
  const { notifications } = await list(person)
  const id = notifications[3]?.id
  expect((await person.post(`/api/notifications/${id}/read`)).body).toEqual({ unread: 24 })
  expect((await person.post(`/api/notifications/${id}/read`)).body).toEqual({ unread: 24 })
  expect((await list(person)).notifications.map(({ read }) => read).indexOf(true)).toBe(3)
  expect((await person.post('/api/notifications/read-all')).body).toEqual({ unread: 0 })
  expect((await list(person)).notifications.every(({ read }) => read)).toBe(true)
})

test('what belongs to somebody else is not there', async () => {
  const other = await fettle.aPerson()
  await tell(person.id, 'Private')
  const [mine] = (await list(person)).notifications
  expect((await list(other)).notifications).toEqual([])
  expect((await other.post(`/api/notifications/${mine?.id}/read`)).status).toBe(404)
  await other.post('/api/notifications/read-all')
  expect((await list(person)).unread).toBe(1)
  expect((await fettle.visitor().get('/api/notifications')).status).toBe(401)
  const { body } = await person.post('/api/keys', { name: 'CI', scopes: ['read'] })
  const withKey = { authorization: `Bearer ${body.token}`, cookie: '' }
  expect((await fettle.visitor().get('/api/notifications', withKey)).status).toBe(403)
})

test('a notification falls with the transaction of what it tells about, and long texts are cut', async () => {
  const other = await fettle.aPerson()
  const failing = fettle.database.db.transaction().execute(async (transaction) => {
    await notify(transaction, { userId: other.id, kind: 'password.changed', title: 'No' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await list(other)).unread).toBe(0)
  await notify(fettle.database.db, {
    userId: other.id,
    kind: 'role.changed',
    title: 'x'.repeat(300),
    body: 'y'.repeat(2000),
  })
  const [cut] = (await list(other)).notifications as unknown as { title: string; body: string }[]
  expect([cut?.title.length, cut?.body.length]).toEqual([200, 1000])
})

test('the sweep removes what is older than 180 days', async () => {
  const other = await fettle.aPerson()
  await tell(other.id, 'Old')
  await tell(other.id, 'New')
  await fettle.database.pool.query(
    `update notification set created_at = now() - interval '181 days'
    where title = 'Old' and user_id = $1`,
    [other.id],
  )
  await sweepNotifications(fettle.database.db)
  expect((await list(other)).notifications.map(({ title }) => title)).toEqual(['New'])
})

test('a workflow that begins to fail tells its owner once, until it has worked again and the message was read', async () => {
  const owner = await fettle.aPerson()
  const { body } = await owner.get('/api/workflows')
  const [{ id }] = body.workflows as [{ id: string }]
  const { hookPath } = (await owner.get(`/api/workflows/${id}`)).body.workflow as { hookPath: string }
  const call = async (payload: object) =>
    (await fettle.app.inject({ method: 'POST', url: hookPath, payload })).statusCode
  const titles = async () => (await list(owner)).notifications.map(({ title }) => title)

  expect(await call({ bill: 84.5, people: 3 })).toBe(200)
  expect(await titles()).toEqual([])
  expect(await call({ bil: 'much' })).toBe(422)
  expect(await call({ bil: 'much' })).toBe(422)
  const told = (await list(owner)).notifications as unknown as { title: string; href: string; id: string }[]
  expect(told.map(({ title }) => title)).toEqual(['“Bill received” has begun to fail'])
  const { executions } = (await owner.get(`/api/workflows/${id}/executions`)).body as unknown as {
    executions: { id: string; status: string }[]
  }
  expect(executions.map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded'])
  expect(told[0]?.href).toBe(`/workflows/${id}/executions/${executions[1]?.id}`)

  // It flutters: nothing more while the first message is unread.
  await call({ bill: 84.5, people: 3 })
  await call({ bil: 'much' })
  expect(await titles()).toHaveLength(1)
  await owner.post('/api/notifications/read-all')
  await call({ bil: 'much' })
  expect(await titles()).toHaveLength(1)
  await call({ bill: 84.5, people: 3 })
  await call({ bil: 'much' })
  expect(await titles()).toHaveLength(2)
})

test('what is tried of a draft by its test address fails without a word: somebody looks at it', async () => {
  const owner = await fettle.aPerson()
  const { body } = await owner.get('/api/workflows')
  const [{ id }] = body.workflows as [{ id: string }]
  const { hookPath } = (await owner.get(`/api/workflows/${id}`)).body.workflow as { hookPath: string }
  const call = async (url: string, payload: object) =>
    (await fettle.app.inject({ method: 'POST', url, payload })).statusCode
  const failed = async () =>
    (await owner.get(`/api/workflows/${id}/executions?status=failed`)).body.executions as unknown[]
  expect((await owner.post(`/api/workflows/${id}/listen`)).status).toBe(200)
  await call(hookPath.replace('/hooks/', '/hooks-test/'), { bil: 'much' })
  await expect.poll(async () => (await failed()).length).toBe(1)
  expect((await list(owner)).notifications).toEqual([])
  // Nor does it keep the first failure of what is live from being told.
  expect(await call(hookPath, { bil: 'much' })).toBe(422)
  const told = (await list(owner)).notifications.map(({ title }) => title)
  expect(told).toEqual(['“Bill received” has begun to fail'])
})
