import { expect, test } from 'vitest'
import { createEgress, type EgressOptions } from './egress.ts'

const failure = (url: string, options: EgressOptions = {}) =>
  createEgress({ resolve: async () => ['93.184.215.14'], ...options })
    .fetch({ method: 'GET', url })
    .then(
      () => 'answered',
      ({ code, permanent, message, technical }) => ({ code, permanent, message, technical }),
    )

const closed = (host: string, entry: string) => ({
  code: 'EGRESS_BLOCKED',
  permanent: true,
  message: `${host} is not on the public internet. Workflows may call it only where the operator of this server allows it`,
  technical: `EGRESS_ALLOW=${entry} allows it`,
})

// Attempt 37 of the trust table.
test.each([
  ['http://127.0.0.1/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://[::1]/', '::1'],
  ['http://0.0.0.0/', '0.0.0.0'],
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
  ['http://0xA9FEA9FE/', '169.254.169.254'],
  ['http://2852039166/', '169.254.169.254'],
  ['http://[::ffff:a9fe:a9fe]/', '::ffff:a9fe:a9fe'],
  ['http://[64:ff9b::a9fe:a9fe]/', '64:ff9b::a9fe:a9fe'],
  ['https://10.0.0.1:8443/', '10.0.0.1'],
])('%s is blocked', async (url, host) => {
  const { hostname, port, protocol } = new URL(url)
  const entry = `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`
  expect(await failure(url)).toEqual(closed(host, entry))
})

test.each([
  ['http://localhost:8080/', 'localhost', 'localhost:8080'],
  ['http://localhost:5432/', 'localhost', 'localhost:5432'],
  ['https://api.localhost/', 'api.localhost', 'api.localhost:443'],
  ['http://printer.local/', 'printer.local', 'printer.local:80'],
  ['http://metadata.google.internal/', 'metadata.google.internal', 'metadata.google.internal:80'],
  ['http://intranet./', 'intranet.', 'intranet.:80'],
])(
  '%s is a name of this network: nobody is asked, and the message says how an operator opens it',
  async (url, host, entry) => {
    const resolve = () => Promise.reject(new Error('nobody may be asked'))
    expect(await failure(url, { resolve })).toEqual(closed(host, entry))
  },
)

// Attempt 38: one closed address among public ones is enough.
test.each([[['10.0.0.1']], [['93.184.215.14', '127.0.0.1']], [['93.184.215.14', 'fe80::1']]])(
  'a name that leads to %j is blocked, and the message does not say where it leads',
  async (addresses) => {
    expect(await failure('http://rebind.example/', { resolve: async () => addresses })).toEqual(
      closed('rebind.example', 'rebind.example:80'),
    )
  },
)

// Attempt 40.
test.each([
  ['file:///etc/passwd', 'EGRESS_REQUEST', 'Only http and https URLs can be called'],
  ['gopher://example.com/', 'EGRESS_REQUEST', 'Only http and https URLs can be called'],
  ['ftp://example.com/', 'EGRESS_REQUEST', 'Only http and https URLs can be called'],
  ['data:text/plain,x', 'EGRESS_REQUEST', 'Only http and https URLs can be called'],
  ['//example.com/', 'EGRESS_REQUEST', '"//example.com/" is not a URL'],
  [
    'http://user@example.com/',
    'EGRESS_REQUEST',
    'A URL must not hold a user name or password; use the Authorization header',
  ],
  [
    'http://:secret@example.com/',
    'EGRESS_REQUEST',
    'A URL must not hold a user name or password; use the Authorization header',
  ],
  ['http://example.com:25/', 'EGRESS_BLOCKED', 'Port 25 is not for web requests'],
  ['http://example.com:22/', 'EGRESS_BLOCKED', 'Port 22 is not for web requests'],
  ['http://example.com:1023/', 'EGRESS_BLOCKED', 'Port 1023 is not for web requests'],
  ['http://example.com:5432/', 'EGRESS_BLOCKED', 'Port 5432 is not for web requests'],
  ['http://example.com:6379/', 'EGRESS_BLOCKED', 'Port 6379 is not for web requests'],
])('%s is refused', async (url, code, message) => {
  expect(await failure(url)).toEqual({ code, permanent: true, message })
})

test('an entry of the allow list opens its port alone', async () => {
  const allow = ['127.0.0.1:9999']
  expect(await failure('http://127.0.0.1:9998/', { allow })).toMatchObject({ code: 'EGRESS_BLOCKED' })
})

test('an entry of the allow list does not open the address under another name', async () => {
  const options = { allow: ['127.0.0.1:9999'], resolve: async () => ['127.0.0.1'] }
  expect(await failure('http://other.example:9999/', options)).toMatchObject({ code: 'EGRESS_BLOCKED' })
})

test('a name without an address is unknown', async () => {
  const options = { resolve: async () => [] }
  expect(await failure('http://nobody.example/', options)).toEqual({
    code: 'EGRESS_DNS',
    permanent: true,
    message: 'There is no host nobody.example',
  })
})
