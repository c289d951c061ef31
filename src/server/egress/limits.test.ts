import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { egressTo, serve } from './test-server.ts'

const fetchFrom = async (answer: (response: ServerResponse) => void, options = {}) => {
  const port = await serve((_request, response) => answer(response))
  return egressTo([port], options).fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })
}

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(16_384))
    },
  })

// Attempt 41 of the trust table.
test('an endless body is cut at the byte cap', async () => {
  const outcome = fetchFrom((response) => endless().pipe(response), { maxBytes: 100_000 })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_TOO_LARGE', permanent: true })
})

test('a body as large as the cap passes, one byte more does not', async () => {
  const sized = (bytes: number) => fetchFrom((response) => response.end('x'.repeat(bytes)), { maxBytes: 1000 })
  expect((await sized(1000)).body).toHaveLength(1000)
  await expect(sized(1001)).rejects.toMatchObject({ code: 'EGRESS_TOO_LARGE' })
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('a %s bomb below the byte cap is cut at the ratio cap', async (encoding, pack) => {
  const bomb = pack(Buffer.alloc(9_000_000))
  const outcome = fetchFrom((response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
  await expect(outcome).rejects.toMatchObject({
    code: 'EGRESS_TOO_LARGE',
    permanent: true,
    message: 'The answer unpacks to more than 200 times its size',
  })
})

test('a gzip bomb is cut at the byte cap', async () => {
  const bomb = gzipSync(Buffer.alloc(9_000_000))
  const outcome = fetchFrom((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), {
    maxBytes: 500_000,
  })
  await expect(outcome).rejects.toMatchObject({ message: 'The answer is larger than 500000 bytes' })
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('unpacks %s', async (encoding, pack) => {
  const text = 'Grüße '.repeat(1000)
  const answer = await fetchFrom((response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(text)),
  )
  expect(answer.body).toBe(text)
})

test.each([
  ['zstd', Buffer.from('x'), 'The answer is packed in an unknown way: zstd'],
  ['gzip', Buffer.from('not gzip'), 'The answer could not be unpacked'],
  ['gzip', gzipSync('cut off').subarray(0, 12), 'The answer could not be unpacked'],
  ['br', Buffer.from('not brotli at all'), 'The answer could not be unpacked'],
])('a wrong %s body is a bad answer', async (encoding, body, message) => {
  const outcome = fetchFrom((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_RESPONSE', permanent: true, message })
})

test('data behind the end of the packed part does not keep the connection', async () => {
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  const answer = await fetchFrom((response) => {
    response.socket?.once('close', onClosed)
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.write(Buffer.concat([gzipSync('packed'), Buffer.alloc(1000)]))
  })
  expect(answer.body).toBe('packed')
  await closed
})

test('a slow drip does not stretch the time', async () => {
  const timers: NodeJS.Timeout[] = []
  const outcome = fetchFrom((response) => timers.push(setInterval(() => response.write('.'), 10)), { timeoutMs: 150 })
  await expect(outcome).rejects.toMatchObject({
    code: 'EGRESS_TIMEOUT',
    permanent: false,
    message: 'No complete answer within 150 ms',
  })
  timers.forEach(clearInterval)
})

test('the time covers a server that says nothing, and a request may ask for less', async () => {
  const port = await serve(() => {})
  const outcome = egressTo([port]).fetch({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeoutMs: 50 })
  await expect(outcome).rejects.toMatchObject({ message: 'No complete answer within 50 ms' })
})

test('the time covers the look-up', async () => {
  const outcome = egressTo([], { timeoutMs: 50, resolve: () => new Promise(() => {}) }).fetch({
    method: 'GET',
    url: 'http://slow.example/',
  })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_TIMEOUT' })
})

test('cancelling ends the request on the wire', async () => {
  const { promise: reached, resolve: onReached } = Promise.withResolvers<void>()
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  const port = await serve((request) => {
    request.socket.once('close', onClosed)
    onReached()
  })
  const controller = new AbortController()
  const outcome = egressTo([port]).fetch({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
    signal: controller.signal,
  })
  await reached
  controller.abort(new Error('cancelled'))
  await expect(outcome).rejects.toThrow('cancelled')
  await closed
})

test('an answer that breaks off is a failed connection', async () => {
  const outcome = fetchFrom((response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half')
    setImmediate(() => response.destroy())
  })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_CONNECTION', permanent: false })
})

const prolog = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

test.each<[type: string, start: string, sent: string, text: string]>([
  ['application/rss+xml', prolog('ISO-8859-1'), '436166e9', 'Café'],
  ['text/xml', "<?xml version='1.0'  encoding = 'Shift_JIS' standalone='yes'?>", '93fa967b', '日本'],
  ['application/xml; charset=utf-8', prolog('ISO-8859-1'), 'c3a9', 'é'],
  ['application/xml', prolog('utf-8'), 'c3a9', 'é'],
  ['application/xml', '<?xml version="1.0"?>', 'c3a9', 'é'],
  ['application/xml', prolog('nothing'), 'c3a9', 'é'],
  ['application/xml', prolog('UTF-16'), 'c3a9', 'é'],
  ['text/plain', prolog('ISO-8859-1'), 'c3a9', 'é'],
  ['text/plain; charset=nothing', '', 'c3a9', 'é'],
])('without a charset XML says itself how it is written: %s %s', async (type, start, sent, text) => {
  const bytes = Buffer.concat([Buffer.from(start), Buffer.from(sent, 'hex')])
  const { body } = await fetchFrom((response) => response.writeHead(200, { 'content-type': type }).end(bytes))
  expect(body).toBe(start + text)
})

test.each([
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])('the mark %s at the beginning of XML counts before all that it says', async (mark, charset) => {
  const text = Buffer.from(`${prolog('ISO-8859-1')}é`, charset === 'utf-8' ? 'utf-8' : 'utf-16le')
  const bytes = Buffer.concat([Buffer.from(mark, 'hex'), charset === 'utf-16be' ? text.swap16() : text])
  const { body } = await fetchFrom((response) => response.writeHead(200, { 'content-type': 'text/xml' }).end(bytes))
  expect(body).toBe(`${prolog('ISO-8859-1')}é`)
})

test('reads the text in its charset and joins repeated headers', async () => {
  const answer = await fetchFrom((response) => {
    response.writeHead(201, {
      'content-type': 'text/plain; charset=ISO-8859-1',
      'x-a': ['1', '2'],
      'set-cookie': ['a=1', 'b=2'],
    })
    response.end(Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))
  })
  expect(answer).toMatchObject({ status: 201, body: 'Grüße', headers: { 'x-a': '1, 2', 'set-cookie': 'a=1, b=2' } })
})

test('a HEAD has no body, whatever its headers say', async () => {
  const port = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 99 }).end(),
  )
  const answer = await egressTo([port]).fetch({ method: 'HEAD', url: `http://127.0.0.1:${port}/` })
  expect([answer.status, answer.body]).toEqual([200, ''])
})

test.each([
  [{ 'x-a': 'b\r\nhost: evil' }, 'The value of the header x-a must be one line of Latin-1 text'],
  [{ 'x-a': 'b\0' }, 'The value of the header x-a must be one line of Latin-1 text'],
  [{ 'x-a\r\nb': 'c' }, '"x-a\\r\\nb" is not a header name'],
  [{ '': 'c' }, '"" is not a header name'],
  [{ Host: 'evil' }, 'The header host cannot be set'],
  [{ 'Content-Length': '1' }, 'The header content-length cannot be set'],
  [{ 'Transfer-Encoding': 'chunked' }, 'The header transfer-encoding cannot be set'],
  [{ Connection: 'close' }, 'The header connection cannot be set'],
])('headers %j are refused', async (headers, message) => {
  const outcome = egressTo([]).fetch({ method: 'GET', url: 'http://127.0.0.1/', headers })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_REQUEST', permanent: true, message })
})

test.each(['CONNECT', 'TRACE', 'get', 'GET / HTTP/1.1\r\n'])('the method %j is refused', async (method) => {
  const outcome = egressTo([]).fetch({ method, url: 'http://127.0.0.1/' })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_REQUEST' })
})

test('a request may want the bytes, and fewer of them than the client allows', async () => {
  const bytes = Buffer.from([0, 255, 254, 13, 10])
  const port = await serve((_request, response) => response.end(bytes))
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, responseType: 'base64' } as const
  expect((await egressTo([port]).fetch(request)).body).toBe('AP/+DQo=')
  await expect(egressTo([port]).fetch({ ...request, maxBytes: 4 })).rejects.toMatchObject({ code: 'EGRESS_TOO_LARGE' })
  await expect(egressTo([port], { maxBytes: 3 }).fetch({ ...request, maxBytes: 9 })).rejects.toMatchObject({
    message: 'The answer is larger than 3 bytes',
  })
})
