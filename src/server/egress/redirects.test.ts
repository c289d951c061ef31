import { expect, test } from 'vitest'
import { egressTo, serve } from './test-server.ts'

const redirecting = (status: number, location: string) =>
  serve((_request, response) => response.writeHead(status, { location }).end('moved'))

const echo = () =>
  serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
  })

// Attempt 39 of the trust table.
test.each([
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706433/',
  'http://internal.example/',
  '//[::1]/',
])('a redirect to %s is blocked', async (location) => {
  const port = await redirecting(302, location)
  const egress = egressTo([port], { resolve: async () => ['10.0.0.5'] })
  await expect(egress.fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    code: 'EGRESS_BLOCKED',
  })
})

test.each(['file:///etc/passwd', 'http://user@127.0.0.1/', 'http://'])(
  'a redirect to %s is refused',
  async (location) => {
    const port = await redirecting(302, location)
    const outcome = egressTo([port]).fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })
    await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_REQUEST' })
  },
)

test('each hop is looked up anew', async () => {
  const asked: string[] = []
  const port = await redirecting(302, 'http://second.example/')
  const resolve = async (host: string) => {
    asked.push(host)
    return ['127.0.0.1']
  }
  const outcome = egressTo([port], { resolve }).fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' })
  expect(asked).toEqual(['second.example'])
})

test('follows five redirects and not six', async () => {
  const port = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) return void response.end('here')
    response.writeHead(307, { location: `/${left - 1}` }).end()
  })
  const egress = egressTo([port])
  expect(await egress.fetch({ method: 'GET', url: `http://127.0.0.1:${port}/5` })).toMatchObject({ body: 'here' })
  await expect(egress.fetch({ method: 'GET', url: `http://127.0.0.1:${port}/6` })).rejects.toMatchObject({
    code: 'EGRESS_REDIRECTS',
    permanent: true,
  })
})

test('hands a redirect on when it is not to be followed', async () => {
  const port = await redirecting(302, 'http://127.0.0.1:1/')
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, followRedirects: false }
  const { status, headers, body } = await egressTo([port]).fetch(request)
  expect([status, headers.location, body]).toEqual([302, 'http://127.0.0.1:1/', 'moved'])
})

test('credentials of any name stay with their origin', async () => {
  const end = await echo()
  const start = await redirecting(307, `http://127.0.0.1:${end}/`)
  const headers = {
    authorization: 'Bearer s',
    cookie: 's=1',
    'x-api-key': 's',
    'idempotency-key': 'k',
    accept: 'text/html',
  }
  const answer = await egressTo([start, end]).fetch({
    method: 'POST',
    url: `http://127.0.0.1:${start}/`,
    headers,
    body: 'b',
  })
  const seen = JSON.parse(answer.body)
  expect(seen.headers).toEqual({
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br',
    connection: 'keep-alive',
    'content-length': '1',
    host: `127.0.0.1:${end}`,
    'idempotency-key': 'k',
    'user-agent': 'Fettle/1',
  })
  expect([seen.method, seen.body]).toEqual(['POST', 'b'])
})

test('credentials go on within their origin', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/') return void response.writeHead(302, { location: '/end' }).end()
    response.end(request.headers.authorization)
  })
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: { Authorization: 'Bearer s' } }
  expect(await egressTo([port]).fetch(request)).toMatchObject({ body: 'Bearer s' })
})

// RFC 9110, sections 15.4.2 to 15.4.9.
test.each([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [301, 'PUT', 'PUT', 'b'],
  [307, 'POST', 'POST', 'b'],
  [308, 'POST', 'POST', 'b'],
])('%i turns %s into %s', async (status, method, followed, body) => {
  const end = await echo()
  const start = await redirecting(status, `http://127.0.0.1:${end}/`)
  const headers = { 'content-type': 'text/plain' }
  const answer = await egressTo([start, end]).fetch({ method, url: `http://127.0.0.1:${start}/`, headers, body: 'b' })
  const seen = JSON.parse(answer.body)
  expect([seen.method, seen.body]).toEqual([followed, body])
  expect(seen.headers['content-type']).toBe(body === '' ? undefined : 'text/plain')
})
