import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import { createPublicResolve } from './resolve.ts'
import { egressTo, serve } from './test-server.ts'

const A = 1
const AAAA = 28
const SERVFAIL = 2
const NXDOMAIN = 3
type Answers = Readonly<Record<number, readonly number[]>>

/** A DNS message (RFC 1035, section 4) that answers `query` with at most one record. */
function answerTo(query: Buffer, answers: Answers, rcode: number): Buffer {
  const type = query.readUInt16BE(query.indexOf(0, 12) + 1)
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const data = answers[type]
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 | rcode, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
  const record = data ? Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]) : Buffer.of()
  return Buffer.concat([header, question, record])
}

async function resolveWith(answers: Answers, rcode = 0) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, answers, rcode), port, address))
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.bind(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => void socket.close())
  return createPublicResolve([`127.0.0.1:${socket.address().port}`])
}

const V4 = [93, 184, 215, 14]
const V6 = [0x26, 0x06, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

test.each([
  [{ [A]: V4, [AAAA]: V6 }, ['93.184.215.14', '2606:2800::1']],
  [{ [A]: V4 }, ['93.184.215.14']],
  [{ [AAAA]: V6 }, ['2606:2800::1']],
])('finds the addresses of both families, IPv4 first: %#', async (answers, addresses) => {
  expect(await (await resolveWith(answers))('shop.example')).toEqual(addresses)
})

test.each([
  ['an unknown name', NXDOMAIN, { permanent: true, message: 'There is no host shop.example' }],
  ['a name without addresses', 0, { permanent: true, message: 'There is no host shop.example' }],
  [
    'a name server that fails',
    SERVFAIL,
    { permanent: false, message: 'The address of shop.example could not be looked up' },
  ],
])('%s', async (_name, rcode, failure) => {
  const resolve = await resolveWith({}, rcode)
  await expect(resolve('shop.example')).rejects.toMatchObject({ code: 'EGRESS_DNS', ...failure })
})

test('an allowed name may stand in the hosts file', async () => {
  const port = await serve((_request, response) => response.end('ok'))
  const egress = egressTo([], { allow: [`localhost:${port}`], resolve: async () => ['10.0.0.1'] })
  expect(await egress.fetch({ method: 'GET', url: `http://localhost:${port}/` })).toMatchObject({ body: 'ok' })
})
