import { expect, test } from 'vitest'
import type { HttpRequest, HttpResponse } from '#src/sdk/define-node.ts'
import { retryAfterMs } from '#src/sdk/http-failure.ts'
import { http } from './http.node.ts'
import { parseAndRun } from './test-context.ts'

const URL_OF_ORDERS = 'https://api.example/orders'

/** Runs the node against a server that gives this answer, and tells what it was asked. */
async function exchange(config: object, answer: Partial<HttpResponse> = {}) {
  const requests: HttpRequest[] = []
  const fetch = async (request: HttpRequest) => {
    requests.push(request)
    return { status: 200, headers: {}, body: '', ...answer }
  }
  const result = await parseAndRun(http, { url: URL_OF_ORDERS, ...config }, { fetch }).catch((error: unknown) => ({
    error,
  }))
  return { request: requests[0], result }
}

test.each([
  [{}, 'read'],
  [{ method: 'GET' }, 'read'],
  [{ method: 'HEAD' }, 'read'],
  [{ method: 'OPTIONS' }, 'read'],
  [{ method: 'PUT' }, 'idempotent-write'],
  [{ method: 'DELETE' }, 'idempotent-write'],
  [{ method: 'POST' }, 'write'],
  [{ method: 'PATCH' }, 'write'],
  [{ method: '{{ trigger.method }}' }, 'write'],
])('the effect of %j is %s', (config: Record<string, string>, effect) => {
  expect(typeof http.effect === 'function' && http.effect(config)).toBe(effect)
})

test('a bare request', async () => {
  expect((await exchange({})).request).toEqual({
    method: 'GET',
    url: URL_OF_ORDERS,
    headers: { accept: '*/*', 'idempotency-key': 'run-1:node-1:0' },
    timeoutMs: 30_000,
    followRedirects: true,
  })
})

test.each([
  [{ bodyKind: 'json', body: { a: [1, null] } }, 'application/json', '{"a":[1,null]}'],
  [{ bodyKind: 'json', body: 'text' }, 'application/json', '"text"'],
  [{ bodyKind: 'json' }, 'application/json', 'null'],
  [{ bodyKind: 'text', body: 'Grüße' }, 'text/plain; charset=utf-8', 'Grüße'],
  [
    { bodyKind: 'form', body: { a: 'x y', n: 1.5, list: ['p', 'q'], no: null } },
    'application/x-www-form-urlencoded',
    'a=x+y&n=1.5&list=p&list=q',
  ],
])('%j is sent with its type', async (config, type, body) => {
  const { request } = await exchange({ method: 'POST', ...config })
  expect([request?.headers?.['content-type'], request?.body]).toEqual([type, body])
})

test('headers of the author win, whatever their case', async () => {
  const headers = { 'Content-Type': 'application/ld+json', 'Idempotency-Key': 'mine', 'X-Count': 3 }
  const { request } = await exchange({ method: 'POST', bodyKind: 'json', body: 1, headers })
  expect(request?.headers).toEqual({
    accept: '*/*',
    'content-type': 'application/ld+json',
    'idempotency-key': 'mine',
    'x-count': '3',
  })
})

test('query parameters join those of the URL', async () => {
  const query = { q: 'a&b', page: 2, tag: ['x', 'y'], no: null }
  const { request } = await exchange({ url: `${URL_OF_ORDERS}?z=1`, query })
  expect(request?.url).toBe(`${URL_OF_ORDERS}?z=1&q=a%26b&page=2&tag=x&tag=y`)
})

test.each([
  ['auto', 'application/json; charset=utf-8', '{"a":1}', { a: 1 }],
  ['auto', 'application/problem+json', '[1]', [1]],
  ['auto', 'application/json', '', ''],
  ['auto', 'application/json', 'oops', 'oops'],
  ['auto', 'text/plain', '{"a":1}', '{"a":1}'],
  ['auto', 'text/x;note=/json', '1', '1'],
  ['text', 'application/json', '{"a":1}', '{"a":1}'],
  ['json', 'text/plain', '{"a":1}', { a: 1 }],
])('as %s, %s %j is %j', async (responseKind, type, body, value) => {
  const headers = { 'content-type': type }
  const { result } = await exchange({ responseKind }, { status: 203, headers, body })
  expect(result).toEqual({ output: { status: 203, headers, body: value } })
})

test('an answer that must be JSON and is not fails for good', async () => {
  const { result } = await exchange({ responseKind: 'json' }, { body: '<html>' })
  expect(result).toMatchObject({
    error: { code: 'INVALID_RESPONSE', permanent: true, message: 'The answer is not JSON' },
  })
})

test.each([
  [400, true],
  [404, true],
  [408, false],
  [409, true],
  [425, false],
  [429, false],
  [500, false],
  [503, false],
])('status %i fails; permanent: %s', async (status, permanent) => {
  const { result } = await exchange({}, { status, headers: { 'retry-after': '7' } })
  expect(result).toMatchObject({
    error: {
      name: 'NodeError',
      code: 'HTTP_STATUS',
      message: `The server answered with status ${status}`,
      status,
      permanent,
      retryAfterMs: 7000,
    },
  })
})

test('who asks to come back after more than a week is not asked again', async () => {
  const after = async (days: number) =>
    (await exchange({}, { status: 429, headers: { 'retry-after': String(days * 86_400) } })).result
  expect(await after(7)).toMatchObject({ error: { permanent: false, message: 'The server answered with status 429' } })
  expect(await after(30)).toMatchObject({
    error: {
      permanent: true,
      message: 'The server answered with status 429. It asks to come back in 30 days; a step waits 7 days at most',
    },
  })
})

test.each([
  [399, 400, false],
  [404, 500, false],
  [599, 600, false],
  [302, 300, true],
])('status %i with the limit %i fails: %s', async (status, failFromStatus, fails) => {
  const { result } = await exchange({ failFromStatus }, { status })
  expect('error' in result).toBe(fails)
})

// RFC 9110, section 10.2.3 gives "120" and a date as examples.
test.each([
  ['120', 120_000],
  ['0', 0],
  ['Fri, 31 Dec 1999 23:59:59 GMT', 59_000],
  ['Fri, 31 Dec 1999 23:58:00 GMT', 0],
  ['soon', undefined],
  ['Fri, 99 Dec 1999 23:59:59 GMT', undefined],
  ['-1', undefined],
  [undefined, undefined],
])('Retry-After %s', (header, ms) => {
  expect(retryAfterMs(header, Date.UTC(1999, 11, 31, 23, 59, 0))).toBe(ms)
})

test.each([
  [{ bodyKind: 'text', body: { a: 1 } }, 'body: a text body must be text'],
  [
    { bodyKind: 'form', body: 'a=1' },
    'body: form fields must be an object of text, numbers, true/false, or lists of these',
  ],
])('%j does not fit', async (config, message) => {
  const { request, result } = await exchange({ method: 'POST', ...config })
  expect(result).toMatchObject({ error: { code: 'INVALID_CONFIG', permanent: true, message } })
  expect(request).toBeUndefined()
})

test.each([
  [{ url: 'ftp://example.com' }, 'url'],
  [{ url: 'example.com' }, 'url'],
  [{ method: 'TRACE' }, 'method'],
  [{ timeoutMs: 300_001 }, 'timeoutMs'],
  [{ headers: { 'x-a': 'b\r\nc: d' } }, 'headers.x-a'],
])('%j is refused', (config, path) => {
  const { error } = http.config.safeParse({ url: URL_OF_ORDERS, ...config })
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test.each<[string, object, number, string]>([
  ['control characters', {}, 9_000_000, '\u0001'],
  ['empty objects', { headers: { 'content-type': 'application/json' } }, 3_000_000, '{},'],
  ['empty lists', { headers: { 'content-type': 'application/json' } }, 3_000_000, '[],'],
])('an answer of %s that would fill the memory is refused', async (_, answer, times, part) => {
  const body = `[${part.repeat(times)}0]`
  const { result } = await exchange({}, { ...answer, body })
  // One property at a time: a failure of the whole would print millions of entries.
  expect(result).toHaveProperty('error.code', 'RESPONSE_TOO_LARGE')
  expect(result).toHaveProperty('error.permanent', true)
})

test('an ordinary answer of nine megabytes is taken, as text and as JSON', async () => {
  const order = { id: 4711, name: 'Paper, A4, five hundred sheets', price: '4.90', tags: ['office', 'white'] }
  const orders = Array.from({ length: 97_000 }, () => order)
  const body = JSON.stringify(orders)
  expect(body.length).toBeGreaterThan(9_000_000)
  const asJson = await exchange({}, { headers: { 'content-type': 'application/json' }, body })
  expect(asJson.result).toHaveProperty('output.body.length', 97_000)
  const asText = await exchange({ responseKind: 'text' }, { body: 'x'.repeat(9_900_000) })
  expect(asText.result).toHaveProperty('output.body.length', 9_900_000)
})

const CV = { file: '01890000-0000-7000-8000-000000000001', name: 'cv.pdf', type: 'application/pdf', bytes: 4 }
const readFile = async () => ({ name: 'cv.pdf', type: 'application/pdf', content: Buffer.from('%PDF') })

async function sent(config: object) {
  const requests: HttpRequest[] = []
  const fetch = async (request: HttpRequest) => {
    requests.push(request)
    return { status: 200, headers: {}, body: '' }
  }
  await parseAndRun(http, { url: URL_OF_ORDERS, method: 'POST', ...config }, { fetch, readFile })
  const [{ headers = {}, body = '' } = { headers: {}, body: '' }] = requests
  return { type: headers['content-type'], text: Buffer.from(body).toString() }
}

test('a file of a form is the body, or a part of a form beside its fields', async () => {
  expect(await sent({ bodyKind: 'file', body: CV })).toEqual({ type: 'application/pdf', text: '%PDF' })
  const { type, text } = await sent({ bodyKind: 'multipart', body: { who: 'Ada', cv: [CV, CV] } })
  expect(type).toBe('multipart/form-data; boundary=fettle-run1node10')
  const file =
    'Content-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n'
  const line = '--fettle-run1node10\r\n'
  expect(text).toBe(
    `${line}Content-Disposition: form-data; name="who"\r\n\r\nAda\r\n${line}${file}${line}${file}--fettle-run1node10--\r\n`,
  )
})

test('what is no file cannot be sent as one', async () => {
  await expect(sent({ bodyKind: 'file', body: 'cv.pdf' })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: 'body: it must be a file of a form, such as {{ trigger.values.cv }}',
  })
})
