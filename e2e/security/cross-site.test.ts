import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import type { Headers } from './caller.ts'
import { fill, listOperations, type Operation } from './operations.ts'
import { aPerson, aVisitor, BEHIND_PROXY, expectStatus, mailedToken, PASSWORD, type Person } from './people.ts'
import { snapshot } from './snapshot.ts'

let app: AppProcess
let secure: AppProcess
let operations: Operation[]
let victim: Person
let ours: string
beforeAll(async () => {
  const https = { PUBLIC_URL: 'https://fettle.example' }
  ;[app, secure] = await Promise.all([startApp({ env: BEHIND_PROXY }), startApp({ env: https })])
  ours = app.url
  operations = await listOperations(app)
  victim = await aPerson(app)
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const FORM = 'application/x-www-form-urlencoded'
const EVIL = 'https://evil.example'

/** What a browser that was lured elsewhere may send along with the cookie, and what it can be made to leave out. */
const foreign = (): Readonly<Record<string, Headers>> => {
  const none = { 'x-requested-with': undefined }
  const cross = { origin: EVIL, 'sec-fetch-site': 'cross-site' }
  const port = String(app.port)
  return {
    'a form': { ...none, ...cross, 'content-type': FORM },
    'a form with a file': { ...none, ...cross, 'content-type': 'multipart/form-data; boundary=x' },
    'a form that sends JSON as text': { ...none, ...cross, 'content-type': 'text/plain' },
    'a form of an old browser': { ...none, origin: EVIL, 'content-type': FORM },
    'a form that says nothing of its origin': { ...none, 'content-type': FORM },
    'JSON without the header': { ...none, origin: ours, 'sec-fetch-site': 'same-origin' },
    'text that names JSON': { ...none, ...cross, 'content-type': 'text/plain; charset=application/json' },
    'text with the header': { origin: ours, 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
    'a form with the header': { origin: ours, 'sec-fetch-site': 'same-origin', 'content-type': FORM },
    'another site': cross,
    'a sibling site': { origin: `http://evil.localhost:${port}`, 'sec-fetch-site': 'same-site' },
    'a sibling site of an old browser': { origin: `http://evil.localhost:${port}` },
    'an address bar': { 'sec-fetch-site': 'none' },
    'another site of an old browser': { origin: EVIL },
    'a page without an origin': { origin: 'null' },
    'a sandboxed frame': { origin: 'null', 'sec-fetch-site': 'cross-site' },
    'another port': { origin: 'http://localhost:1' },
    'a host that begins like ours': { origin: `http://localhost:${port}.evil.example` },
    'a host that ends like ours': { origin: `http://evil-localhost:${port}` },
    'our host as a user name': { origin: `http://localhost:${port}@evil.example` },
    'another site that lies about the site': { origin: EVIL, 'sec-fetch-site': 'same-origin' },
  }
}

const changing = () => operations.filter(({ method }) => method !== 'GET')

describe('row 9: cross-site requests', () => {
  test('the list of calls that change something is the one that this suite was written for', () => {
    const names = changing().map(({ method, path }) => `${method} ${path}`)
    expect(names.length).toBeGreaterThan(50)
    for (const one of [
      'POST /api/logout',
      'DELETE /api/workflows/{id}',
      'POST /api/user/avatar',
      'POST /api/tools/{id}/run',
    ])
      expect(names).toContain(one)
  })

  test('none that changes something is taken from elsewhere, in any disguise', async () => {
    const before = await snapshot(app)
    const taken: string[] = []
    for (const [disguise, headers] of Object.entries(foreign()))
      for (const { method, path, isUpload } of changing()) {
        const { status, code, text } = await victim.send(method, fill(path), { body: '{}', headers })
        // A form that nobody reads is refused before anybody looks where it comes from.
        const type = headers['content-type'] ?? ''
        const isUnread = type === FORM || (!isUpload && type.startsWith('multipart/'))
        const refusal = isUnread ? '415 UNSUPPORTED_MEDIA_TYPE' : '403 CROSS_SITE_REQUEST'
        if (`${status} ${code}` !== refusal)
          taken.push(`${method} ${path} as ${disguise}: ${status} ${text.slice(0, 100)}, not ${refusal}`)
      }
    expect(taken).toEqual([])
    expect(await snapshot(app)).toEqual(before)
  })

  test.each(['/auth', '/support', '/explore'])('the form of %s is taken from our own pages only', async (path) => {
    const fields = {
      email: victim.email,
      password: PASSWORD,
      name: 'Mallory',
      message: 'A forged message',
      query: 'A forged wish',
    }
    const body = new URLSearchParams(fields).toString()
    const type = { 'content-type': FORM, 'x-requested-with': undefined }
    const before = await snapshot(app)
    for (const [disguise, { origin, 'sec-fetch-site': site }] of Object.entries(foreign())) {
      if (origin === ours) continue
      const answered = await victim.post(path, body, { ...type, origin, 'sec-fetch-site': site })
      expect([answered.code, answered.headers['set-cookie']], disguise).toEqual(['CROSS_SITE_REQUEST', undefined])
    }
    expect(await snapshot(app)).toEqual(before)
    const fromUs = { ...type, origin: ours, 'sec-fetch-site': 'same-origin' }
    expect((await aVisitor(app).post(path, body, fromUs)).status).toBeLessThan(400)
    expect(await snapshot(app)).not.toEqual(before)
    const json = { ...fromUs, 'content-type': 'application/json' }
    expect([403, 415]).toContain((await aVisitor(app).post(path, '{}', json)).status)
  })

  test('no other page takes a form', async () => {
    const headers = { 'content-type': FORM, origin: ours, 'sec-fetch-site': 'same-origin' }
    for (const path of ['/', '/settings', '/dashboard', '/login', '/auth.data', '/email-preferences', '/admin'])
      expect([403, 404, 405, 415], path).toContain((await victim.post(path, 'a=b', headers)).status)
  })

  test('an API key beside a cookie acts for the owner of the key alone, and a wrong one for nobody', async () => {
    const other = await aPerson(app)
    const { token } = expectStatus(await other.post('/api/keys', { name: 'mine', scopes: ['read'] }), 201).body
    const asOther = await victim.get('/api/user', { authorization: `Bearer ${token}` })
    expect(asOther.body.id).toBe(other.id)
    for (const authorization of ['Bearer ftl_wrong', `Bearer ${victim.id}`, `Basic ${btoa('a:b')}`, 'Bearer', ''])
      expect((await victim.get('/api/user', { authorization })).status, authorization).toBe(401)
    const noHeader = { authorization: `Bearer ${token}`, 'x-requested-with': undefined, origin: EVIL }
    expect((await victim.send('PATCH', '/api/user', { body: { name: 'Changed' }, headers: noHeader })).status).toBe(403)
    expect((await victim.get('/api/user')).body.name).toBe(victim.name)
  })

  test('a webhook never sees who is signed in', async () => {
    const graph = {
      nodes: [
        { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['POST'] } },
        { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ trigger.headers }}' } },
      ],
      edges: [{ from: 'a', to: 'b' }],
    }
    const created = expectStatus(await victim.post('/api/workflows', { name: 'Echo', graph }), 201)
    const { id, hookPath } = created.body.workflow as { id: string; hookPath: string }
    expectStatus(await victim.post(`/api/workflows/${id}/publish`, {}), 200)
    const stranger = await aPerson(app)
    const { text } = expectStatus(await stranger.post(hookPath, { a: 1 }, { origin: EVIL }), 200)
    expect(text).toContain('evil.example')
    expect(text).not.toContain(stranger.cookies.get('session'))
    expect(text.toLowerCase()).not.toContain('cookie')
  })
})

describe('row 10: sibling sites', () => {
  test('our own origin is taken where the browser names the origin alone, and with both', async () => {
    for (const headers of [{ origin: ours }, { origin: ours, 'sec-fetch-site': 'same-origin' }, {}])
      expectStatus(await victim.post('/api/notifications/read-all', undefined, headers), 200)
  })

  test('a plain http page of our host is not us where we are https', async () => {
    const host = 'fettle.example'
    const account = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    const register = (headers: Headers) => aVisitor(secure).post('/api/register', account, { host, ...headers })
    for (const origin of ['http://fettle.example', 'https://www.fettle.example', 'https://fettle.example.evil.example'])
      expect((await register({ origin })).code, origin).toBe('CROSS_SITE_REQUEST')
    expect((await register({ origin: 'https://fettle.example', 'sec-fetch-site': 'same-site' })).code).toBe(
      'CROSS_SITE_REQUEST',
    )
    expectStatus(await register({ origin: 'https://fettle.example' }), 201)
  })
})

describe('row 11: reading changes nothing', () => {
  test('calls that change something are 405 to GET and HEAD, and name what they take', async () => {
    const before = await snapshot(app)
    // "/api/workflows/import" reads as the workflow "import", which there is not.
    const readable = operations
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
    for (const { method, path } of changing().filter((one) => !readable.some((pattern) => pattern.test(one.path))))
      for (const reading of ['GET', 'HEAD']) {
        // "/api/passkeys/options" fits the pattern of "/api/passkeys/{id}", which takes other methods.
        const answered = await victim.send(reading, fill(path))
        expect(answered.status, `${reading} ${path}`).toBe(405)
        expect(String(answered.headers.allow).split(', '), path).toContain(method)
      }
    expect(await snapshot(app)).toEqual(before)
  })

  test('no GET or HEAD changes a row, whatever it asks to be taken for', async () => {
    const token = await mailedToken(app, victim.email, 'Confirm your email address')
    const pages = [
      '/',
      '/explore',
      '/dashboard',
      '/settings',
      '/workflows',
      '/email-preferences',
      '/auth?mode=reset',
      '/support',
    ]
    const paths = [
      ...operations.filter(({ method }) => method === 'GET').map(({ path }) => fill(path)),
      ...pages,
      '/logout',
      `/auth?mode=verify&token=${token}`,
      `/auth?mode=verify#token=${token}`,
      '/api/logout?_method=POST',
      '/api/workflows?_method=DELETE',
    ]
    const disguises: Headers[] = [
      {},
      { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST', 'x-http-method': 'PUT' },
    ]
    const before = await snapshot(app)
    for (const path of paths)
      for (const headers of disguises)
        for (const method of ['GET', 'HEAD']) await victim.send(method, path, { headers })
    expect(await snapshot(app)).toEqual(before)
    expect((await victim.get('/api/user')).status).toBe(200)
  })
})

describe('row 12: other origins may not read', () => {
  test('no answer, no preflight and no failure carries a permission', async () => {
    const paths = [
      ...operations.map(({ path }) => fill(path)),
      '/',
      '/auth',
      '/api/nothing',
      '/healthz',
      '/api/openapi.json',
    ]
    for (const path of paths)
      for (const origin of [EVIL, 'null', `http://evil.localhost:${app.port}`, ours]) {
        const preflight = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-requested-with',
        }
        for (const answered of [
          await victim.get(path, { origin }),
          await victim.send('OPTIONS', path, { headers: preflight }),
        ]) {
          const permissions = Object.keys(answered.headers).filter((name) => name.startsWith('access-control-'))
          expect(permissions, `${path} for ${origin}`).toEqual([])
        }
      }
  })
})

describe('row 13: streams of events', () => {
  const STREAM = '/api/notifications/events'

  test('open from our own pages and for a session only', async () => {
    for (const headers of [
      { origin: EVIL },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: ours, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await victim.get(STREAM, headers)).code, JSON.stringify(headers)).toBe('CROSS_SITE_REQUEST')
    expect((await aVisitor(app).get(STREAM)).code).toBe('SIGN_IN_REQUIRED')
    const { token } = expectStatus(await victim.post('/api/keys', { name: 'reads', scopes: ['read'] }), 201).body
    const asKey = { authorization: `Bearer ${token}` }
    expect((await aVisitor(app).get(STREAM, asKey)).code).toBe('SIGN_IN_REQUIRED')
  })

  test("somebody else's execution is no stream", async () => {
    const stranger = await aPerson(app)
    const { workflows } = (await victim.get('/api/workflows')).body as { workflows: { id: string }[] }
    const id = workflows.at(-1)?.id
    const run = { input: { bill: 10, people: 2 } }
    const { execution } = expectStatus(await victim.post(`/api/workflows/${id}/run`, run), 202).body as {
      execution: { id: string }
    }
    const path = `/api/executions/${execution.id}/events`
    expect((await stranger.get(path)).status).toBe(404)
    expect((await aVisitor(app).get(path)).status).toBe(401)
    expect((await victim.get(path, { origin: EVIL })).code).toBe('CROSS_SITE_REQUEST')
    expect((await victim.get(path)).text).toContain('event: execution')
  })

  test('the download of an export is for its owner alone', async () => {
    const stranger = await aPerson(app)
    const exported = expectStatus(await victim.post('/api/account/exports'), 202).body
    await expect
      .poll(async () => (await queryDatabase(app.dataDir, 'select status from data_export'))[0]?.status, {
        timeout: 10_000,
      })
      .toBe('ready')
    const path = `/api/account/exports/${exported.id}/download`
    expect((await stranger.get(path)).status).toBe(404)
    expect((await aVisitor(app).get(path)).status).toBe(401)
    const own = await victim.get(path)
    expect([own.status, own.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment/)])
  })
})
