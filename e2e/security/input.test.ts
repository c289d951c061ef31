import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { createCaller, type Headers } from './caller.ts'
import { fill, listOperations, NOBODY, type Operation } from './operations.ts'
import {
  aPerson,
  aRanked,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  PASSWORD,
  type Person,
  type ProtectedPerson,
} from './people.ts'
import { snapshot } from './snapshot.ts'

let app: AppProcess
let operations: Operation[]
let person: Person
let admin: ProtectedPerson
beforeAll(async () => {
  app = await startApp({ env: BEHIND_PROXY })
  operations = await listOperations(app)
  person = await aPerson(app)
  admin = await aRanked(app, 'super_admin')
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

/** The same person at another address: these calls have throttles. */
const elsewhere = ({ cookies }: Person) =>
  createCaller({
    port: app.port,
    cookies,
    headers: {
      'x-forwarded-for': `198.19.${Math.floor(Math.random() * 65_536) >> 8}.${Math.floor(Math.random() * 256)}`,
    },
  })
const FORM = 'application/x-www-form-urlencoded'

describe('row 45: prototype pollution', () => {
  const BODIES = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":1}}',
    '{"name":"x","graph":{"nodes":[{"__proto__":{"polluted":1}}]}}',
    '[{"__proto__":{"polluted":1}}]',
  ]

  test('is refused in every body', async () => {
    const before = await snapshot(app)
    for (const { method, path } of operations.filter(({ fields }) => fields !== undefined))
      for (const body of BODIES) {
        const answered = await elsewhere(admin).send(method, fill(path), { body })
        expect([answered.status, answered.code], `${method} ${path} ${body}`).toEqual([400, 'INVALID_REQUEST'])
      }
    expect(await snapshot(app)).toEqual(before)
  })

  test('reaches nothing through queries, forms and webhooks', async () => {
    const names = ['__proto__[polluted]', '__proto__.polluted', 'constructor[prototype][polluted]', '__proto__']
    for (const { path } of operations.filter(({ method }) => method === 'GET'))
      for (const name of names)
        expect((await person.get(`${fill(path)}?${encodeURIComponent(name)}=1`)).status, path).toBeLessThan(500)
    const headers = { 'content-type': FORM, origin: app.url, 'sec-fetch-site': 'same-origin' }
    for (const name of names) await aVisitor(app).post('/auth', `${name}=1&email=x`, headers)
    const graph = {
      nodes: [
        { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['POST'] } },
        {
          id: 'b',
          key: 'answer',
          type: 'respond',
          name: 'Answer',
          config: { body: '{{ has(trigger.body.polluted) || has(trigger.query.polluted) }}' },
        },
      ],
      edges: [{ from: 'a', to: 'b' }],
    }
    const { workflow } = (await person.post('/api/workflows', { name: 'Echo', graph })).body as {
      workflow: { id: string; hookPath: string }
    }
    expectStatus(await person.post(`/api/workflows/${workflow.id}/publish`, {}), 200)
    const types: [string, string][] = [
      ...BODIES.map((body): [string, string] => [body, 'application/json']),
      ['__proto__[polluted]=1&__proto__=x', FORM],
    ]
    for (const [body, type] of types)
      await aVisitor(app).post(`${workflow.hookPath}?__proto__[polluted]=1&__proto__=x`, body, { 'content-type': type })
    const { text } = expectStatus(await aVisitor(app).post(workflow.hookPath, {}), 200)
    expect(text).toBe('false')
    expect((await person.get('/api/user')).text).not.toContain('polluted')
  })
})

describe('row 45: bodies that are none', () => {
  test.each([
    ['cut off', '{"name":"x"', [400, 'INVALID_REQUEST']],
    ['twice', '{}{}', [400, 'INVALID_REQUEST']],
    ['a number', '1', [422, 'INVALID_INPUT']],
    ['a text', '"x"', [422, 'INVALID_INPUT']],
    ['null', 'null', [422, 'INVALID_INPUT']],
    ['a list', '[]', [422, 'INVALID_INPUT']],
    ['very deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, [400, 'INVALID_REQUEST']],
    ['a megabyte and more', JSON.stringify({ name: 'x'.repeat(1_100_000) }), [413, 'BODY_TOO_LARGE']],
    ['with a NUL', '{"name":"a\\u0000b"}', [400, 'INVALID_REQUEST']],
    ['half a surrogate', '{"name":"\\ud800"}', [201, undefined]],
  ])('%s is a failure of the caller, said in the envelope', async (_, body, refusal) => {
    const answered = await person.post('/api/workflows', body)
    expect([answered.status, answered.code]).toEqual(refusal)
    if (answered.status !== 201)
      expect(Object.keys(answered.body.error as object).sort()).toEqual([
        'code',
        'details',
        'message',
        'requestId',
        'retryAfter',
        'timestamp',
      ])
  })
})

describe('row 48: the picture of an account', () => {
  const aPicture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#116674' } })
  function upload(bytes: Buffer | string, { name = 'me.png', type = 'image/png', field = 'file' } = {}) {
    const line = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    const body = Buffer.concat([Buffer.from(line), Buffer.from(bytes), Buffer.from('\r\n--x--\r\n')])
    return body
  }
  const send = async (body: Buffer, headers: Headers = {}) => {
    const owner = await aPerson(app)
    return owner.post('/api/user/avatar', body, { 'content-type': 'multipart/form-data; boundary=x', ...headers })
  }
  const SCRIPT = '<script>alert(1)</script>'

  test('is made anew: nothing of the file that was sent is in the one that is served', async () => {
    const secret = 'Exif secret place'
    const sent = await aPicture()
      .withExif({ IFD0: { Copyright: secret, ImageDescription: SCRIPT } })
      .jpeg()
      .toBuffer()
    expect(sent.toString('latin1')).toContain(secret)
    const polyglot = Buffer.concat([sent, Buffer.from(`${SCRIPT}<?php system('id') ?>`)])
    const { avatarUrl } = expectStatus(
      await send(upload(polyglot, { name: '../../../etc/passwd.html', type: 'text/html' })),
      200,
    ).body
    expect(avatarUrl).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}$/)
    const served = await fetch(app.url + String(avatarUrl))
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(bytes.toString('latin1')).not.toMatch(/secret|script|php/i)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
  const pngHead = Buffer.from('89504e470d0a1a0a', 'hex')
  test.each<[string, Buffer | string]>([
    ['an SVG with a script', svg],
    ['a page', `<!doctype html>${SCRIPT}`],
    ['a page that begins as a PNG', Buffer.concat([pngHead, Buffer.from(SCRIPT)])],
    ['a page that begins as a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(SCRIPT)])],
    ['a page that begins as a GIF', `GIF89a/*${SCRIPT}*/`],
    ['a page that begins as a WebP', `RIFF\0\0\0\0WEBP${SCRIPT}`],
    ['a program', Buffer.from('7f454c460201010000', 'hex')],
    ['a ZIP', Buffer.from('504b0304', 'hex')],
    ['a PDF', '%PDF-1.7'],
    ['nothing', ''],
  ])('%s is no picture, whatever its name and type say', async (_, bytes) => {
    const answered = await send(upload(bytes))
    expect([answered.status, answered.code]).toEqual([422, 'INVALID_INPUT'])
  })

  test('has an end: 5 MB, and 50 million pixels however small the file', async () => {
    expect((await send(upload(Buffer.concat([pngHead, Buffer.alloc(5_100_000)])))).code).toBe('BODY_TOO_LARGE')
    const head = Buffer.alloc(25)
    head.writeUInt32BE(13)
    head.write('IHDR', 4)
    head.writeUInt32BE(60_000, 8)
    head.writeUInt32BE(60_000, 12)
    head.set([8, 2, 0, 0, 0], 16)
    expect((await send(upload(Buffer.concat([pngHead, head])))).status).toBe(422)
    const large = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(large.length).toBeLessThan(1_000_000)
    expect((await send(upload(large))).status).toBe(422)
    expectStatus(await aVisitor(app).get('/healthz'), 200)
  })

  test('is the first file of a form, and no other body is one', async () => {
    const png = await aPicture().png().toBuffer()
    const two = Buffer.concat([upload(png).subarray(0, -5), upload(png)])
    const statuses: number[] = []
    for (const body of [two, upload(png, { field: 'role' }), Buffer.from('--x--\r\n'), Buffer.from('x')])
      statuses.push((await send(body)).status)
    expect(statuses).toEqual([200, 200, 422, 400])
    expect((await send(upload(png), { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await send(upload(png), { 'content-type': 'image/png' })).status).toBe(415)
    expect((await send(upload(png), { 'content-type': 'application/json' })).status).toBe(400)
  })

  test('is found by its own id only', async () => {
    const owner = await aPerson(app)
    const picture = upload(await aPicture().png().toBuffer())
    const { avatarUrl } = expectStatus(
      await owner.post('/api/user/avatar', picture, { 'content-type': 'multipart/form-data; boundary=x' }),
      200,
    ).body
    expectStatus(await aVisitor(app).get(String(avatarUrl)), 200)
    for (const id of [NOBODY, '..%2f..%2fetc%2fpasswd', '1', owner.id])
      expect((await aVisitor(app).get(`/api/avatars/${id}`)).status, id).toBe(404)
  })
})

describe('row 52: where a sign-in leads', () => {
  const HOSTILE = [
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/./\\evil.example',
    '/a/..//evil.example',
    '/%09/evil.example',
    '/%2f/evil.example',
    '%2f%2fevil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '.evil.example',
    ':80',
    '/auth?redirect=//evil.example',
    '//localhost@evil.example',
    '//evil。example',
  ]
  const stays = (location: string | undefined, what: string) => {
    expect(location, what).toBeDefined()
    expect(location, what).toMatch(/^\/(?![/\\])/)
    expect(new URL(location ?? '', app.url).origin, what).toBe(app.url)
  }

  test('stays with us after the form of /auth', async () => {
    const headers = { 'content-type': FORM, origin: app.url, 'sec-fetch-site': 'same-origin' }
    const { email } = person
    const home = await aPerson(app)
    for (const [at, wanted] of HOSTILE.entries()) {
      const target = at % 6 === 0 ? await aPerson(app) : home
      const fields = new URLSearchParams({ email: target.email, password: PASSWORD }).toString()
      const path = `/auth?redirect=${encodeURIComponent(wanted)}`
      const answered = await createCaller({ port: app.port, headers: { 'x-forwarded-for': `203.0.113.${at}` } }).post(
        path,
        fields,
        headers,
      )
      if (answered.status !== 429) stays(answered.headers.location, wanted)
    }
    expect(email).toBe(person.email)
  })

  test('stays with us for who is signed in already, and on the way from /login', async () => {
    for (const wanted of HOSTILE)
      for (const encoded of [encodeURIComponent(wanted), encodeURIComponent(encodeURIComponent(wanted))]) {
        stays((await person.get(`/auth?redirect=${encoded}`)).headers.location, wanted)
        const { location } = (await aVisitor(app).get(`/login?redirect=${encoded}`)).headers
        if (location !== undefined) stays(location, wanted)
        const single = await person.get(`/auth.data?redirect=${encoded}`)
        expect(single.text, wanted).not.toMatch(/"(https?:)?\/\/evil|"\/\\\\/)
      }
    stays((await person.get('/auth?redirect=/workflows&redirect=//evil.example')).headers.location, 'two of them')
    expect((await person.get('/auth?redirect=%2Fworkflows%3Fa%3D1')).headers.location).toBe('/workflows?a=1')
  })

  test('no address of ours leads elsewhere by itself', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/',
      '///evil.example/%2e%2e',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/%5cevil.example/',
      '/auth//evil.example',
      '/dashboard//evil.example/',
      '/.//evil.example',
    ])
      for (const caller of [person, aVisitor(app)]) {
        const { status, headers } = await caller.get(path)
        expect(status, path).toBeLessThan(500)
        if (headers.location !== undefined) stays(headers.location, path)
      }
    for (const path of ['http://evil.example/', 'http://evil.example/dashboard', 'https://evil.example//x']) {
      const { status, headers } = await person.get(path)
      expect(status, path).toBeLessThan(500)
      if (headers.location !== undefined) stays(headers.location, path)
    }
  })
})

describe('row 60: SQL', () => {
  const PAYLOADS = [
    "'",
    "''",
    "' or '1'='1",
    '\'; drop table "user"; --',
    '1; select pg_sleep(5)',
    '\') union select id, email, password_hash from "user" --',
    '\' || (select password_hash from "user" limit 1) || \'',
    '\\',
    '%',
    '_',
    "a' & !b | (c",
    ':*',
    '$1',
    'run_count desc; delete from tool',
    '-1',
    '99999999999999999999',
    'NaN',
    Buffer.from('{"at":"\' or 1=1","id":"x"}').toString('base64url'),
    Buffer.from('["\'; drop table tool; --"]').toString('base64url'),
    '\u0000',
  ]

  test('in any part of any query is text, takes no time and changes nothing', async () => {
    const before = await snapshot(app)
    const document = (await aVisitor(app).get('/api/openapi.json')).body.paths as Record<
      string,
      Record<string, { parameters: { name: string; in: string }[] }>
    >
    const broken: string[] = []
    for (const { path } of operations.filter(({ method }) => method === 'GET')) {
      const names = (document[path]?.get?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
      for (const payload of PAYLOADS) {
        const value = encodeURIComponent(payload)
        const paths = [
          ...names.map((name) => `${fill(path)}?${name}=${value}`),
          fill(path, { id: payload, token: payload, nodeId: payload, n: payload, part: payload }),
        ]
        for (const one of paths) {
          const began = performance.now()
          const { status, text: answer } = await elsewhere(admin).get(one)
          // What was asked for may be named in the answer.
          const text = answer.replaceAll(JSON.stringify(payload).slice(1, -1), '')
          if (
            status >= 500 ||
            performance.now() - began > 4500 ||
            text.includes('$argon2') ||
            /syntax error|pg_|relation "/.test(text)
          )
            broken.push(`${one} ${status}`)
        }
      }
    }
    expect(broken).toEqual([])
    expect(await snapshot(app)).toEqual(before)
  })

  test('in a name is a name', async () => {
    for (const name of PAYLOADS.filter((payload) => payload !== '\u0000')) {
      const { workflow } = expectStatus(await person.post('/api/workflows', { name }), 201).body as {
        workflow: { name: string }
      }
      expect(workflow.name).toBe(name)
    }
    expect(await queryDatabase(app.dataDir, 'select count(*)::int as count from "user"')).not.toEqual([{ count: 0 }])
  })

  test('sorting takes what is on the list', async () => {
    for (const sort of ['password_hash', 'id; drop table tool', 'popular desc', '(select 1)'])
      expect((await aVisitor(app).get(`/api/discovery/search?sort=${encodeURIComponent(sort)}`)).status, sort).toBe(422)
  })
})
