import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#src/server/log.ts'
import { createHttpApp } from './http-app.ts'

const LIMIT = 40_000_000
let app: Awaited<ReturnType<typeof createHttpApp>>
let arrived = 0
beforeAll(async () => {
  app = await createHttpApp({ log: createLogger({ logLevel: 'silent' }), trustProxy: false, https: false })
  // Apart, as forms with files are.
  await app.register(async (part) => {
    part.post('/large', { bodyLimit: LIMIT }, async () => 'taken')
  })
  app.post('/ordinary', async () => 'taken')
  app.server.on('request', () => {
    arrived += 1
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Begins a body that never ends. */
async function begin(headers: Record<string, string>): Promise<ClientRequest> {
  const before = arrived
  const { port } = app.server.address() as AddressInfo
  const sending = request({ ...{ port, host: '127.0.0.1', path: '/large', method: 'POST' }, headers })
  sending.on('error', () => undefined)
  sending.setHeader('content-type', 'application/json')
  sending.write('"')
  await expect.poll(() => arrived).toBe(before + 1)
  return sending
}
const send = (url: string, bytes: number, remoteAddress = '192.0.2.7') =>
  app.inject({
    ...{ method: 'POST', url, remoteAddress, headers: { 'content-type': 'application/json' } },
    payload: JSON.stringify('x'.repeat(bytes - 2)),
  })

test.each([{ 'content-length': '39000000' }, { 'transfer-encoding': 'chunked' }])(
  'large bodies have one budget, which is free again when a sender goes away: %j',
  async (headers) => {
    const sending = await begin(headers)
    const refused = await send('/large', 30_000_000)
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toMatchObject([
      503,
      '5',
      { code: 'SERVICE_UNAVAILABLE', message: 'Too much is being sent at once. Try again in 5 s.', retryAfter: 5 },
    ])
    // What fits beside it is taken, and so is what is no larger than a body may be anywhere.
    expect((await send('/large', 10_000_000)).statusCode).toBe(200)
    expect((await send('/large', 1000)).statusCode).toBe(200)
    expect((await send('/ordinary', 1000)).statusCode).toBe(200)
    expect((await send('/large', LIMIT + 1)).statusCode).toBe(413)
    sending.destroy()
    await expect.poll(async () => (await send('/large', 30_000_000)).statusCode).toBe(200)
    expect((await send('/large', 30_000_000)).statusCode).toBe(200)
  },
)

test('one address holds a third of the budget, or one body that is larger', async () => {
  const sending = await begin({ 'content-length': '12000000' })
  expect((await send('/large', 10_000_000, '127.0.0.1')).statusCode).toBe(200)
  expect((await send('/large', 11_000_000, '127.0.0.1')).statusCode).toBe(503)
  expect((await send('/large', 30_000_000)).statusCode).toBe(200)
  sending.destroy()
  await expect.poll(async () => (await send('/large', 30_000_000, '127.0.0.1')).statusCode).toBe(200)
})
