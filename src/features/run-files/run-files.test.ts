import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { EICAR, startFakeClamd } from '#src/server/scanner/fake-clamd-fixture.ts'

const CONTENT_URL = 'https://content.example'
let clamd: Awaited<ReturnType<typeof startFakeClamd>>
let fettle: TestApp
let ada: Person
let form: { id: string; api: string }
beforeAll(async () => {
  clamd = await startFakeClamd()
  fettle = await startTestApp({ env: { CONTENT_URL, CLAMD_ADDRESS: clamd.address } })
  ada = await fettle.aPerson()
  const fields = [{ name: 'cv', label: 'CV', type: 'file', accept: 'document' }]
  const graph = {
    nodes: [
      { id: 'a', key: 'form', type: 'form', name: 'Form', config: { fields } },
      { id: 'b', key: 'note', type: 'set', name: 'Note', config: { values: { done: 'yes' } } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Jobs', graph })).body as {
    workflow: { id: string; formPath: string }
  }
  await ada.post(`/api/workflows/${workflow.id}/publish`, {})
  form = { id: workflow.id, api: `/api${workflow.formPath}` }
})
afterAll(async () => {
  await fettle.stop()
  clamd.close()
})

const send = (text: string) => {
  const cv = { name: 'cv.txt', base64: Buffer.from(text).toString('base64') }
  return fettle.visitor().post(form.api, { submission: randomUUID(), answers: {}, files: { cv } })
}
const kept = async () =>
  (
    await fettle.database.pool.query<{ id: string; execution_id: string }>(
      `select file.id, execution_id from execution_file file join execution on execution.id = execution_id
        where workflow_id = $1`,
      [form.id],
    )
  ).rows
const onHost = (host: string, url: string, headers = {}) => fettle.app.inject({ url, headers: { host, ...headers } })

test('a file lies on the host of what strangers made, for a minute, for whoever it is theirs', async () => {
  expect((await send('My life')).status).toBe(202)
  const [file] = await kept()
  const path = `/api/executions/${file?.execution_id}/files/${file?.id}`
  const led = await ada.get(path)
  expect([led.status, led.headers['cache-control']]).toEqual([303, 'no-store'])
  const address = new URL(String(led.headers.location))
  expect(address.origin).toBe(CONTENT_URL)

  const given = await onHost('content.example', address.pathname)
  expect([given.statusCode, given.body]).toEqual([200, 'My life'])
  expect(given.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="cv.txt"; filename*=UTF-8''cv.txt`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect((await onHost('content.example', `${address.pathname.slice(0, -2)}xx`)).statusCode).toBe(404)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await onHost('content.example', address.pathname)).statusCode).toBe(404)
  vi.useRealTimers()

  const eve = await fettle.aPerson()
  expect((await eve.get(path)).status).toBe(404)
  expect((await fettle.visitor().get(path)).status).toBe(401)
})

test('that host has nothing else, and takes nobody for anybody', async () => {
  const cookie = ada.cookie()
  for (const path of ['/', '/api/user', '/api/tools', '/healthz', '/hooks/x/y', '/assets/app.js', '/robots.txt'])
    expect((await onHost('content.example', path, { cookie })).statusCode).toBe(404)
  // The second as some proxies write it.
  for (const host of ['CONTENT.example', 'content.example:443'])
    expect((await onHost(host, '/api/user', { cookie })).statusCode).toBe(404)
  const posted = await fettle.app.inject({
    ...{ method: 'POST', url: '/api/workflows', payload: { name: 'x' } },
    headers: { host: 'content.example', cookie, 'x-requested-with': 'test' },
  })
  expect(posted.statusCode).toBe(404)

  const frame = await onHost('content.example', '/drawn-page')
  expect(frame.statusCode).toBe(200)
  expect((await onHost('content.example:443', '/drawn-page')).statusCode).toBe(200)
  expect(frame.headers['x-frame-options']).toBeUndefined()
  expect(frame.headers['content-security-policy']).toMatch(
    /^sandbox allow-scripts allow-same-origin; default-src 'none'; script-src 'sha256-[^']+'; /,
  )
  const led = await onHost('localhost:3000', '/drawn-page')
  expect([led.statusCode, led.headers.location]).toEqual([302, `${CONTENT_URL}/drawn-page`])
  // A shared cache may know no X-Forwarded-Host, and would lead that host to itself.
  expect(led.headers['cache-control']).toBe('private, max-age=3600')
})

test('pages take pictures and frames from that host, and pictures may be shown by them', async () => {
  const { headers } = await onHost('localhost:3000', '/api/avatars/unknown')
  expect(headers.location).toBe(`${CONTENT_URL}/api/avatars/unknown`)
  const policy = String((await fettle.visitor().get('/nowhere')).headers['content-security-policy'])
  expect(policy).toContain(`img-src 'self' data: blob: ${CONTENT_URL};`)
  expect(policy).toContain(`frame-src ${CONTENT_URL};`)
})

test('what the scanner finds something in is refused at its question, and without its answer no file is taken', async () => {
  const before = await kept()
  const refused = await send(EICAR)
  expect([refused.status, refused.body.error]).toEqual([
    422,
    expect.objectContaining({
      code: 'INVALID_INPUT',
      details: [{ field: 'cv', message: 'The scanner of this server refuses this file: Eicar-Test-Signature' }],
    }),
  ])
  clamd.behave('hangs up')
  const untaken = await send('My life, again')
  expect([untaken.status, untaken.body.error, untaken.headers['retry-after']]).toEqual([
    503,
    expect.objectContaining({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Files cannot be looked through at the moment, so none is taken. Try again in a minute.',
    }),
    '60',
  ])
  const answers = { submission: randomUUID(), answers: {} }
  expect((await fettle.visitor().post(form.api, answers)).status).toBe(202)
  clamd.behave('well')
  expect(await kept()).toEqual(before)
  expect((await send('My life, again')).status).toBe(202)
  expect(await kept()).toHaveLength(before.length + 1)
})

test('a picture of an account is looked through, too', async () => {
  const file = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(EICAR)])
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')])
  const { status, body: answer } = await ada.post('/api/user/avatar', body, {
    'content-type': 'multipart/form-data; boundary=b',
  })
  const message = 'The scanner of this server refuses this file: Eicar-Test-Signature'
  expect([status, answer.error]).toEqual([422, expect.objectContaining({ details: [{ field: 'file', message }] })])
})
