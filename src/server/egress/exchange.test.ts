import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSend } from './exchange.ts'
import { readBody } from './read-body.ts'
import { egressTo, serve } from './test-server.ts'

const sender = () => {
  const { send, close } = createSend()
  onTestFinished(close)
  return send
}

const exchangeWith = (url: string) => ({
  target: { url: new URL(url), host: new URL(url).hostname, port: Number(new URL(url).port), addresses: ['127.0.0.1'] },
  method: 'GET',
  headers: {},
  body: undefined,
  signal: new AbortController().signal,
})

test('connects to the checked address: the name is not looked up again', async () => {
  const port = await serve((request, response) => response.end(request.headers.host))
  const response = await sender()(exchangeWith(`http://rebind.invalid:${port}/`))
  expect(await readBody(response, { method: 'GET', maxBytes: 1000, responseType: 'text' })).toBe(
    `rebind.invalid:${port}`,
  )
})

test('TLS asks for the name of the URL, not for the address', async () => {
  const { promise: hello, resolve } = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      resolve(data.toString('latin1'))
      socket.destroy()
    })
    socket.on('error', () => {})
  })
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', onListening)
  await listening
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const outcome = sender()(exchangeWith(`https://api.rebind.invalid:${port}/`))
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_CONNECTION', permanent: false })
  expect(await hello).toContain('api.rebind.invalid')
})

test('an answer that is not TLS is no trusted host', async () => {
  const port = await serve((_request, response) => response.end())
  const outcome = egressTo([port]).fetch({ method: 'GET', url: `https://127.0.0.1:${port}/` })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_TLS', permanent: true })
})

test('keeps the connection for the next request', async () => {
  const ports: (number | undefined)[] = []
  const port = await serve((request, response) => {
    ports.push(request.socket.remotePort)
    response.end('ok')
  })
  const egress = egressTo([port])
  for (let count = 0; count < 3; count++) await egress.fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })
  expect(new Set(ports).size).toBe(1)
  expect(ports).toHaveLength(3)
})

test('the body of a DELETE has a length, so that it is never read as the next request', async () => {
  const port = await serve(async (request, response) => {
    const body = await request.toArray()
    response.end(`${request.method} ${request.headers['content-length']} ${Buffer.concat(body)}`)
  })
  const { body } = await egressTo([port]).fetch({
    method: 'DELETE',
    url: `http://127.0.0.1:${port}/`,
    body: 'GET / HTTP/1.1\r\n\r\n',
  })
  expect(body).toBe('DELETE 18 GET / HTTP/1.1\r\n\r\n')
})

test.each([
  ['GET', undefined],
  ['GET', '{"a":"é"}'],
  ['POST', 'é'],
  ['POST', '{"a":"é"}'],
  ['POST', Buffer.from('é')],
])('a header is sent in Latin-1 whatever the body is: %s %s', async (method, body) => {
  const { promise: received, resolve } = Promise.withResolvers<readonly string[]>()
  const port = await serve(async (request, response) => {
    const { rawHeaders } = request
    const sent = Buffer.concat(await request.toArray()).toString()
    // Node reads each byte of a header as one character.
    const value = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'x-a') + 1] ?? ''
    resolve([Buffer.from(value, 'latin1').toString('hex'), sent])
    response.end()
  })
  await egressTo([port]).fetch({
    ...{ method, url: `http://127.0.0.1:${port}/`, headers: { 'X-A': 'é' } },
    ...(body !== undefined && { body }),
  })
  expect(await received).toEqual(['e9', body?.toString() ?? ''])
})

/** Answers the first request of each connection and cuts the connection at the second. */
const cutAtSecond = () => {
  const seen = new WeakSet()
  return serve((request, response) => {
    if (seen.has(request.socket)) return void request.socket.destroy()
    seen.add(request.socket)
    response.end('ok')
  })
}

test('repeats a GET that met a connection which the server had closed', async () => {
  const port = await cutAtSecond()
  const egress = egressTo([port])
  for (let count = 0; count < 3; count++)
    expect(await egress.fetch({ method: 'GET', url: `http://127.0.0.1:${port}/` })).toMatchObject({ body: 'ok' })
})

test('does not repeat a POST by itself', async () => {
  const port = await cutAtSecond()
  const egress = egressTo([port])
  await egress.fetch({ method: 'POST', url: `http://127.0.0.1:${port}/` })
  await expect(egress.fetch({ method: 'POST', url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    code: 'EGRESS_CONNECTION',
    permanent: false,
  })
})

test('nobody listens', async () => {
  const outcome = egressTo([1]).fetch({ method: 'GET', url: 'http://127.0.0.1:1/' })
  await expect(outcome).rejects.toMatchObject({ code: 'EGRESS_CONNECTION', permanent: false })
})
