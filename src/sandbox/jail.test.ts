import { spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Jail, jailCommand, probeJail } from './jail.ts'
import { createSandbox } from './pool.ts'
import { testBundle } from './test-bundle.ts'

let dir: string
const root = process.getuid?.() === 0
beforeAll(async () => {
  dir = await copyOfBundle()
}, 60_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

async function copyOfBundle(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'fettle-jail-'))
  await cp(await testBundle(), copy, { recursive: true })
  await chmod(copy, 0o755)
  return copy
}

const program = ['/opt/node', '--allow-fs-read=/opt/runner', '--permission']
const start = (command: Jail['command']) => command.slice(0, command.indexOf('--no-warnings'))
const limits = [
  '--cpu=600',
  '--data=1073741824',
  '--stack=33554432',
  '--nofile=64',
  '--nproc=128',
  '--fsize=0',
  '--core=0',
]
const bundle = { dir: '/opt/runner', node: '/opt/node' }

test('root gives up its account last', () => {
  const account = ['--reuid=65533', '--regid=65533', '--clear-groups', '--no-new-privs', '--inh-caps=-all']
  expect(start(jailCommand(bundle, { root: true, linux: true, networkClosed: true }))).toEqual([
    ...['unshare', '-n', '--', 'prlimit', ...limits, '--', 'env', '-i'],
    ...['setpriv', ...account, '--bounding-set=-all', '--pdeathsig=KILL', '--', ...program],
  ])
})

test('an ordinary user needs a user namespace and keeps the account', () => {
  expect(start(jailCommand(bundle, { root: false, linux: true, networkClosed: true }))).toEqual([
    ...['unshare', '-Urn', '--', 'prlimit', ...limits, '--', 'env', '-i'],
    ...['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--pdeathsig=KILL', '--', ...program],
  ])
})

test('without namespaces all other limits stay', () => {
  expect(start(jailCommand(bundle, { root: false, linux: true, networkClosed: false }))).toEqual([
    ...['prlimit', ...limits, '--', 'env', '-i'],
    ...['setpriv', '--no-new-privs', '--inh-caps=-all', '--pdeathsig=KILL', '--', ...program],
  ])
})

test('other systems have Node and an empty environment', () => {
  expect(start(jailCommand(bundle, { root: false, linux: false, networkClosed: false }))).toEqual([
    'env',
    '-i',
    ...program,
  ])
})

test('this machine can hold a runner', async () => {
  expect(await probeJail({ bundleDir: dir })).toMatchObject({ ok: true, jail: { networkClosed: true } })
})

/** A folder whose `unshare` answers as on a kernel that refuses namespaces. */
async function refusingUnshare(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-unshare-'))
  const script = '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n'
  await writeFile(path.join(folder, 'unshare'), script, { mode: 0o755 })
  return folder
}

test('where namespaces are refused there is no jail, unless the operator wants one with an open network', async () => {
  const folder = await refusingUnshare()
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  const reason = 'unshare: unshare failed: Operation not permitted'
  expect(await probeJail({ bundleDir: dir })).toEqual({ ok: false, reason })
  const opened = await probeJail({ bundleDir: dir, allowWithoutNetworkNamespace: true })
  expect(opened).toMatchObject({ ok: true, jail: { networkClosed: false } })
  const sandbox = createSandbox({ bundleDir: dir, allowWithoutNetworkNamespace: true, log: () => undefined })
  const call = { source: 'const run = ({ n }) => ({ double: n * 2 })', input: { n: 21 }, account: 'ada' }
  expect(await sandbox.run(call)).toEqual({ ok: true, outputs: { double: 42 } })
  await sandbox.stop()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

test('a bundle that does not start is a reason, not a jail', async () => {
  const broken = await copyOfBundle()
  await writeFile(path.join(broken, 'runner.mjs'), 'console.error("broken on purpose"); process.exit(3)')
  expect(await probeJail({ bundleDir: broken })).toEqual({ ok: false, reason: 'broken on purpose' })
  await rm(broken, { recursive: true })
})

// What code could do that broke out of the engine: this script is Node itself, in the same jail.
const BROKEN_OUT = `
import fs from 'node:fs'
import net from 'node:net'
import { spawnSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
const code = (act) => { try { act(); return 'done' } catch (error) { return error.code ?? error.name } }
const connect = (to) => new Promise((resolve) => {
  net.connect(to).on('connect', () => resolve('connected')).on('error', (error) => resolve(error.code))
})
const [port] = process.argv.slice(2).map(Number)
console.log(JSON.stringify({
  read: code(() => fs.readFileSync('/etc/passwd')),
  list: code(() => fs.readdirSync('/')),
  readHome: code(() => fs.readFileSync(${JSON.stringify(import.meta.filename)})),
  write: code(() => fs.writeFileSync('/tmp/fettle-broken-out', 'x')),
  writeHere: code(() => fs.writeFileSync(new URL('./runner.mjs', import.meta.url), 'x')),
  proc: code(() => fs.readFileSync('/proc/self/environ')),
  spawn: code(() => spawnSync('/bin/true')),
  worker: code(() => new Worker('1', { eval: true })),
  addon: code(() => process.dlopen({ exports: {} }, '/lib/x.node')),
  tcp: await connect({ host: '127.0.0.1', port }),
  outside: await connect({ host: '192.0.2.1', port: 80 }),
  name: await import('node:dns/promises').then((dns) => dns.lookup('example.com')).catch((error) => error.code),
  env: Object.keys(process.env),
  uid: process.getuid(),
  becomeRoot: code(() => process.setuid(0)),
}))`

test('code that broke out of the engine finds everything closed', async () => {
  let connections = 0
  const server = createServer(() => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await writeFile(path.join(dir, 'broken-out.mjs'), BROKEN_OUT)
  const probe = await probeJail({ bundleDir: dir })
  if (!probe.ok) throw new Error(probe.reason)
  const script = path.join(path.dirname(probe.jail.command.at(-1) ?? ''), 'broken-out.mjs')
  const found = await output([...probe.jail.command.slice(0, -1), script, String(port)])
  server.close()
  expect(JSON.parse(found)).toEqual({
    read: 'ERR_ACCESS_DENIED',
    list: 'ERR_ACCESS_DENIED',
    readHome: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    writeHere: 'ERR_ACCESS_DENIED',
    proc: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    worker: 'ERR_ACCESS_DENIED',
    addon: 'ERR_DLOPEN_DISABLED',
    tcp: 'ENETUNREACH',
    outside: 'ENETUNREACH',
    name: 'EAI_AGAIN',
    env: [],
    uid: root ? 65_533 : 0,
    becomeRoot: root ? 'EPERM' : 'done',
  })
  expect(connections).toBe(0)
  expect(await readFile(path.join(dir, 'runner.mjs'), 'utf8')).not.toBe('x')
})

/** Standard output of a command; what it complains about fails the test. */
function output([file = '', ...args]: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let problem = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem += text
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(problem || `ended with ${code}`))))
  })
}
