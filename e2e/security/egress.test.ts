import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { aPerson, aVisitor, BEHIND_PROXY, expectStatus, type Person } from './people.ts'
import { type RudeServer, startRudeServer } from './rude-server.ts'

// Each limit has tests of its own: src/server/egress.
const BOMB = gzipSync(Buffer.alloc(9_000_000))
const MANY_OBJECTS = ['[', '{},'.repeat(2_900_000), '0]'].join('')

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 'x')
  const fill = () => {
    while (response.write(chunk));
  }
  response.on('drain', fill)
  fill()
}

const answers: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://here.invalid')
  switch (url.pathname) {
    case '/redirect':
      return response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end()
    case '/endless':
      return pour(response)
    case '/drip':
      return drip(response)
    case '/bomb':
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB)
    case '/controls':
      return response.end(Buffer.alloc(9_000_000, 1))
    case '/objects':
      return response.setHeader('content-type', 'application/json').end(MANY_OBJECTS)
    case '/silent':
      return
    default:
      return response.end('reached')
  }
}

/** Name servers of an attacker, and a system that would follow them at the moment of connecting. */
const NAMES = `
import names, { Resolver } from 'node:dns/promises'
import dns from 'node:dns'
let asked = 0
const lists = {
  'private.example': ['10.0.0.5'],
  'loopback.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
}
const list = (host) => host === 'rebinding.example' ? [asked++ === 0 ? '93.184.216.34' : '127.0.0.1'] : lists[host]
const unknown = () => Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
Resolver.prototype.resolve4 = async (host) => { const found = list(host); if (!found) throw unknown(); return found }
Resolver.prototype.resolve6 = async (host) => { if (host === 'six.example') return ['::1']; throw unknown() }
const { lookup } = dns
dns.lookup = (host, options, callback) => host.endsWith('.example')
  ? (callback ?? options)(null, options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4)
  : lookup(host, options, callback)`

let open: RudeServer
let closed: RudeServer
let app: AppProcess
let author: Person
let hookPath: string
beforeAll(async () => {
  ;[open, closed] = await Promise.all([startRudeServer(answers), startRudeServer(answers)])
  const env = {
    ...BEHIND_PROXY,
    EGRESS_ALLOW: open.host,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NAMES)}`,
  }
  app = await startApp({ env })
  author = await aPerson(app)
  const config = { url: '{{ trigger.body.url }}', headers: '{{ trigger.body.headers }}', timeoutMs: 800 }
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['POST'] } },
      { id: 'b', key: 'call', type: 'http', name: 'Call', config, retry: { max: 0, backoff: 'constant', baseMs: 0 } },
      { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.call.body }}' } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  const { workflow } = expectStatus(await author.post('/api/workflows', { name: 'Calls', graph }), 201).body as {
    workflow: { id: string; hookPath: string }
  }
  expectStatus(await author.post(`/api/workflows/${workflow.id}/publish`, {}), 200)
  hookPath = workflow.hookPath
})
afterAll(async () => {
  await removeApps()
  await Promise.all([open.stop(), closed.stop()])
  removeFolders()
})

/** What came of a workflow's call: the text of the answer, or the code of the failure. */
async function callOut(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answered = await aVisitor(app).post(hookPath, { url, headers })
  if (answered.status === 200) return answered.text
  const { executionId } = answered.body.error as { executionId: string }
  const { execution } = (await author.get(`/api/executions/${executionId}`)).body as {
    execution: { error: { code: string } }
  }
  return execution.error.code
}

test('what the operator has opened is reached, or the others would prove nothing', async () => {
  expect(await callOut(`${open.url}/`)).toBe('reached')
})
describe('row 37: addresses that are not public', () => {
  const literals = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://017700000001:${port}/`,
    `http://127.0.0.1.:${port}/`,
    `http://127.255.255.254:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://0:${port}/`,
    `http://[::]:${port}/`,
    `http://[::1]:${port}/`,
    `http://[0:0:0:0:0:0:0:1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http://①②⑦.⓪.⓪.①:${port}/`,
    `http://１２７.０.０.１:${port}/`,
    `http://127。0。0。1:${port}/`,
    `http://%31%32%37.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://LOCALHOST:${port}/`,
    `http://localhost.:${port}/`,
    `http://anything.localhost:${port}/`,
  ]

  test('this machine is not reached in any spelling, on no port', async () => {
    const reached: string[] = []
    for (const port of [closed.port, app.port])
      for (const url of literals(port)) {
        const outcome = await callOut(url)
        if (!/^EGRESS_(BLOCKED|REQUEST)$/.test(outcome)) reached.push(`${url}: ${outcome}`)
      }
    expect(reached).toEqual([])
    expect(closed.asked).toEqual([])
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
  ])('%s is blocked', async (url) => {
    expect(await callOut(url)).toBe('EGRESS_BLOCKED')
  })
})
describe('row 38: names', () => {
  test.each(['private', 'loopback', 'metadata', 'mixed', 'six'])(
    '%s.example leads to an address that is closed',
    async (name) => {
      expect(await callOut(`http://${name}.example:${closed.port}/`)).toBe('EGRESS_BLOCKED')
      expect(closed.asked).toEqual([])
    },
  )

  test('a name that is public when it is checked and private when it is used leads to the address that was checked', async () => {
    expect(await callOut(`http://rebinding.example:${closed.port}/`)).toMatch(/^EGRESS_(CONNECTION|TIMEOUT)$/)
    expect(await callOut(`http://rebinding.example:${closed.port}/`)).toBe('EGRESS_BLOCKED')
    expect(closed.asked).toEqual([])
  })
})
describe('row 39: redirects', () => {
  test('to what is closed are not followed', async () => {
    const targets = [
      closed.url,
      'http://169.254.169.254/',
      'http://2130706433/',
      '//[::1]/',
      'http://private.example/',
      'http://localhost/',
      `${app.url}/api/admin`,
    ]
    for (const to of targets)
      expect(await callOut(`${open.url}/redirect?to=${encodeURIComponent(to)}`), to).toBe('EGRESS_BLOCKED')
    for (const to of [
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      `http://user@${open.host}/`,
      'javascript:1',
      'http://',
    ])
      expect(await callOut(`${open.url}/redirect?to=${encodeURIComponent(to)}`), to).toBe('EGRESS_REQUEST')
    expect(closed.asked).toEqual([])
  })

  test('in a circle come to an end', async () => {
    const before = open.asked.length
    const circle = `${open.url}/redirect?to=${encodeURIComponent('/redirect?to=%2Fredirect')}`
    await callOut(circle)
    let url = '/'
    for (let hop = 0; hop < 8; hop++) url = `/redirect?to=${encodeURIComponent(url)}`
    expect(await callOut(open.url + url)).toBe('EGRESS_REDIRECTS')
    expect(open.asked.length - before).toBeLessThan(15)
  })
})
describe('row 40: other schemes, ports and what is smuggled', () => {
  test.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/_HELO',
    'ftp://127.0.0.1/',
    'dict://127.0.0.1:11211/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://127.0.0.1/',
    'unix:/var/run/docker.sock',
    'http:/127.0.0.1',
    '//127.0.0.1/',
    '/etc/passwd',
    '',
  ])('%s is no address', async (url) => {
    expect(await callOut(url)).toBe('INVALID_CONFIG')
  })

  test('no user name, no line break and no header of ours gets through', async () => {
    const { host } = open
    for (const url of [`http://user:pass@${host}/`, `http://public.example@${host}/`, `http://${host}@public.example/`])
      expect(await callOut(url), url).not.toBe('reached')
    const before = open.asked.length
    const smuggling = ['X-A: 1\r\nHost: evil', 'a\r\n\r\nGET /smuggled HTTP/1.1', 'a\nb', 'a\0b']
    for (const value of smuggling) expect(await callOut(`${open.url}/`, { 'x-a': value }), value).not.toBe('reached')
    for (const name of ['host', 'Content-Length', 'transfer-encoding', 'connection', 'x-a\r\nb'])
      expect(await callOut(`${open.url}/`, { [name]: '1' }), name).not.toBe('reached')
    expect(open.asked.length).toBe(before)
    await callOut(`${open.url}/a\r\nb HTTP/1.1\r\nx: y`)
    expect(open.asked.slice(before).every((path) => !/[\r\n ]/.test(path))).toBe(true)
  })

  test.each([22, 25, 110, 143, 465, 587, 3306, 5432, 6379, 11_211])('port %i is not for web requests', async (port) => {
    expect(await callOut(`http://93.184.216.34:${port}/`)).toBe('EGRESS_BLOCKED')
  })
})
describe('row 41: answers without end', () => {
  test.each([
    ['/endless', 'EGRESS_TOO_LARGE'],
    ['/bomb', 'EGRESS_TOO_LARGE'],
    ['/controls', 'RESPONSE_TOO_LARGE'],
    ['/objects', 'RESPONSE_TOO_LARGE'],
    ['/drip', 'EGRESS_TIMEOUT'],
    ['/silent', 'EGRESS_TIMEOUT'],
  ])('%s is %s, and the server goes on', async (path, code) => {
    const outcome = callOut(open.url + path)
    expectStatus(await aVisitor(app).get('/healthz'), 200)
    expect(await outcome).toBe(code)
    expectStatus(await aVisitor(app).get('/healthz'), 200)
  })
})
