import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import type { NotificationState } from './notifications.schema.ts'

let fettle: TestApp
let url: string
beforeAll(async () => {
  fettle = await startTestApp()
  url = `${await fettle.app.listen({ port: 0, host: '127.0.0.1' })}/api/notifications/events`
})
afterAll(() => fettle.stop())

const abort: AbortController[] = []
afterEach(() => {
  for (const one of abort.splice(0)) one.abort()
})

async function cookieOf({ email, password }: Person): Promise<string> {
  const { headers } = await fettle.visitor().post('/api/login', { email, password })
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

function get(headers: Record<string, string>): Promise<Response> {
  const controller = new AbortController()
  abort.push(controller)
  return fetch(url, { headers, signal: controller.signal })
}

/** The states that a stream tells, one by one; undefined once it has ended. */
async function open(cookie: string): Promise<() => Promise<NotificationState | undefined>> {
  const response = await get({ cookie, 'sec-fetch-site': 'same-origin' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    for (;;) {
      const event = /event: state\ndata: (.*)\n\n/.exec(text)
      if (event !== null) {
        text = text.slice(event.index + event[0].length)
        return JSON.parse(event[1] ?? '') as NotificationState
      }
      const next = await reader?.read()
      if (next === undefined || next.done) return undefined
      text += next.value
    }
  }
}

const tell = (userId: string, title: string) => notify(fettle.database.db, { userId, kind: 'api-key.created', title })

test('a stream begins with the present state and tells each change, whoever made it, of its own account only', async () => {
  const [ada, grace] = [await fettle.aPerson(), await fettle.aPerson()]
  await tell(ada.id, 'Before')
  const next = await open(await cookieOf(ada))
  expect(await next()).toMatchObject({ unread: 1, latest: { title: 'Before', read: false } })
  await tell(grace.id, 'Not for Ada')
  await tell(ada.id, 'Live')
  expect(await next()).toMatchObject({ unread: 2, latest: { title: 'Live' } })
  await ada.post('/api/notifications/read-all')
  expect(await next()).toMatchObject({ unread: 0, latest: { title: 'Live', read: true } })
})

test.each([
  ['another origin', { origin: 'https://evil.example' }, 403, 'CROSS_SITE_REQUEST'],
  ['a null origin', { origin: 'null' }, 403, 'CROSS_SITE_REQUEST'],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'CROSS_SITE_REQUEST'],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }, 403, 'CROSS_SITE_REQUEST'],
  ['a visitor', { cookie: '' }, 401, 'SIGN_IN_REQUIRED'],
  ['a user id as bearer', { cookie: '', authorization: 'Bearer 0192' }, 401, 'SIGN_IN_REQUIRED'],
])('%s opens no stream', async (_, headers, status, code) => {
  const cookie = await cookieOf(await fettle.aPerson())
  const response = await get({ cookie, ...headers })
  // The status first: a stream that was opened has no end to read.
  expect(response.status).toBe(status)
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe(code)
})

test('a stream ends with its session, and no other does', async () => {
  const person = await fettle.aPerson()
  const [first, second] = [await cookieOf(person), await cookieOf(person)]
  const [ended, going] = [await open(first), await open(second)]
  await Promise.all([ended(), going()])
  await fettle.visitor().post('/api/logout', undefined, { cookie: first })
  expect(await ended()).toBeUndefined()
  await tell(person.id, 'Still here')
  expect(await going()).toMatchObject({ latest: { title: 'Still here' } })
  // As a suspension does.
  await fettle.database.pool.query('delete from session where user_id = $1', [person.id])
  expect(await going()).toBeUndefined()
})

test('one account has at most 20 streams', async () => {
  const cookie = await cookieOf(await fettle.aPerson())
  for (let n = 0; n < 20; n++) await open(cookie)
  const refused = await get({ cookie })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
})
