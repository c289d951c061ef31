import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { createSandbox } from './pool.ts'
import { isRunner, runnerPids } from './runner-pids-fixture.ts'
import type { Sandbox, SandboxOutcome } from './sandbox.ts'
import { testBundle } from './test-bundle.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

let bundleDir: string
let sandbox: Sandbox
beforeAll(async () => {
  bundleDir = await testBundle()
})
afterEach(() => sandbox.stop())

const open = (maxRunners = 2) => {
  sandbox = createSandbox({ bundleDir, maxRunners, log: () => undefined })
}
const DOUBLE = 'function run({ n }) { return { double: n * 2 } }'
const LOOP = 'function run() { for (;;); }'
const run = (source: string, account = 'ada', limits = {}) => sandbox.run({ source, input: { n: 21 }, account, limits })
const OK = { ok: true, outputs: { double: 42 } }
const failed = (code: string, message: string) => ({ ok: false, error: { code, message } })
const TIME = failed('TIME_LIMIT', 'Stopped after 1 s: the tool did not finish in time.')
const DEAF = failed(
  'TIME_LIMIT',
  'Ended by force: the tool did not finish in 1 s of processor time, nor stop by itself.',
)

test.each([
  ['an endless loop', LOOP, TIME],
  ['a loop inside of the engine', 'const run = () => ({ a: new Array(2 ** 32 - 1).join("").length })', DEAF],
  ['a slow pattern', 'const run = () => ({ hit: /^(a+)+$/.test("a".repeat(40) + "!") })', TIME],
  [
    'a memory bomb',
    'function run() { const a = []; for (;;) a.push(new Array(1e5).fill(1)) }',
    failed('MEMORY_LIMIT', 'Stopped at 64 MB: the tool needs more memory than it may use.'),
  ],
  [
    'a 10 MB output',
    'const run = () => ({ a: "x".repeat(10e6) })',
    failed('OUTPUT_LIMIT', 'The outputs are larger than 256 kB.'),
  ],
  [
    'a thrown error',
    'function run() {\n  throw new Error("no")\n}',
    { ok: false, error: { code: 'TOOL_ERROR', message: 'no', line: 2 } },
  ],
  [
    'a hostile error',
    'const run = () => { const e = { get message() { throw e }, get stack() { throw e } }; throw e }',
    failed('TOOL_ERROR', 'The tool threw an error that cannot be shown.'),
  ],
  [
    'recursion',
    'function run() { return run() }',
    { ok: false, error: { code: 'TOOL_ERROR', message: 'RangeError: Maximum call stack size exceeded', line: 1 } },
  ],
  [
    'recursion of the engine itself',
    'const run = () => JSON.parse("[".repeat(1e5) + "]".repeat(1e5))',
    { ok: false, error: { code: 'TOOL_ERROR', message: 'RangeError: Maximum call stack size exceeded', line: 1 } },
  ],
  [
    'a promise for ever',
    'const run = () => new Promise(() => {})',
    failed('TOOL_ERROR', 'run(input) returned a promise that never settles.'),
  ],
  [
    'a file',
    'const run = async () => ({ a: Object.keys(await import("node:fs")) })',
    failed('TOOL_ERROR', "ReferenceError: could not load module 'node:fs'"),
  ],
  [
    'the network',
    'const run = () => fetch("http://localhost")',
    { ok: false, error: { code: 'TOOL_ERROR', message: 'ReferenceError: fetch is not defined', line: 1 } },
  ],
  [
    'the environment',
    'const run = () => process.env',
    { ok: false, error: { code: 'TOOL_ERROR', message: 'ReferenceError: process is not defined', line: 1 } },
  ],
  [
    'the host by way of constructors',
    'const run = () => run.constructor.constructor("return process")()',
    { ok: false, error: { code: 'TOOL_ERROR', message: 'ReferenceError: process is not defined' } },
  ],
])('%s is a clear error, and the next run works', async (_, source, expected) => {
  open(1)
  expect(await run(source)).toMatchObject(expected)
  expect(await run(DOUBLE)).toEqual(OK)
})

test('what one run spoils, the next does not see', async () => {
  open(1)
  expect(await run('Object.prototype.spoilt = 1; globalThis.spoilt = 1; const run = () => ({ a: 1 })')).toEqual({
    ok: true,
    outputs: { a: 1 },
  })
  expect(await run('const run = () => ({ seen: [typeof spoilt, typeof ({}).spoilt] })')).toEqual({
    ok: true,
    outputs: { seen: ['undefined', 'undefined'] },
  })
})

test('a runner that is killed in a run gives a clear error, and the next run works', async () => {
  open(1)
  expect(await run(DOUBLE)).toEqual(OK)
  const [pid = 0] = runnerPids()
  const running = run(LOOP)
  process.kill(pid, 'SIGKILL')
  expect(await running).toEqual(
    failed('TOOL_ERROR', 'The run was interrupted and gave no answer. Please run it again.'),
  )
  expect(await run(DOUBLE)).toEqual(OK)
  expect(isRunner(pid)).toBe(false)
})

test('a runner that is killed at rest is replaced', async () => {
  const ended = Promise.withResolvers<string>()
  sandbox = createSandbox({ bundleDir, log: (message) => ended.resolve(message) })
  expect(await run(DOUBLE)).toEqual(OK)
  const [pid = 0] = runnerPids()
  process.kill(pid, 'SIGKILL')
  expect(await ended.promise).toBe('sandbox runner ended')
  expect(await run(DOUBLE)).toEqual(OK)
  expect(runnerPids()).not.toContain(pid)
})

test('a runner that rests for 30 s is ended, and the next run starts another', async () => {
  // Those of looking for slow runs as well: on a busy machine the first run of a process may be taken for one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const ended = Promise.withResolvers<string>()
  sandbox = createSandbox({ bundleDir, log: (message) => ended.resolve(message) })
  expect(await run(DOUBLE)).toEqual(OK)
  vi.advanceTimersByTime(29_999)
  expect(runnerPids()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(await ended.promise).toBe('sandbox runner ended')
  expect(runnerPids()).toEqual([])
  vi.useRealTimers()
  expect(await run(DOUBLE)).toEqual(OK)
})

test('one account uses one runner, two use two', async () => {
  open(2)
  await Promise.all([run(DOUBLE, 'ada'), run(DOUBLE, 'ada'), run(DOUBLE, 'ada')])
  expect(runnerPids()).toHaveLength(1)
  // Runs that are not over before the second runner has started.
  const busy = Promise.all(['ada', 'bob', 'eve'].map((account) => run(LOOP, account)))
  // Those whose runs have become slow have stepped back, and others stand in for them.
  const inFront = () => runnerPids().filter((pid) => getPriority(pid) === 0)
  await vi.waitFor(() => expect(inFront()).toHaveLength(2), 5000)
  await busy
})

test('the process of a slow run steps back for good, and serves no quick run any more', async () => {
  open(1)
  expect(await run(DOUBLE)).toEqual(OK)
  const [pid = 0] = runnerPids()
  expect(getPriority(pid)).toBe(0)
  const slow = run(LOOP, 'mallory')
  await vi.waitFor(() => expect(getPriority(pid)).toBe(10), 5000)
  // It still works, and another has taken its place.
  expect(await run(DOUBLE)).toEqual(OK)
  expect(runnerPids()).toHaveLength(2)
  expect(await slow).toEqual(TIME)
  expect(await run(DOUBLE)).toEqual(OK)
  expect(getPriority(pid)).toBe(10)
  const again = run(LOOP, 'mallory')
  expect(await run(DOUBLE)).toEqual(OK)
  expect(runnerPids()).toHaveLength(2)
  expect(runnerPids()).toContain(pid)
  expect(await again).toEqual(TIME)
})

test('an account that floods does not hold up another', async () => {
  open(2)
  const order: string[] = []
  const note = (name: string) => (outcome: SandboxOutcome) =>
    order.push(outcome.ok ? name : `${name}: ${outcome.error.code}`)
  const flood = Array.from({ length: 4 }, () => run(LOOP, 'mallory', { ms: 300 }).then(note('flood')))
  for (let i = 0; i < 20; i++) await run(DOUBLE, 'ada').then(note('ada'))
  await Promise.all(flood)
  expect(order.filter((name) => name === 'ada')).toHaveLength(20)
  expect(order.filter((name) => name === 'flood: TIME_LIMIT')).toHaveLength(4)
  expect(order.at(-1)).toBe('flood: TIME_LIMIT')
})

test('accounts that nobody knows leave a runner to those that were quick before', async () => {
  // Nobody looks how long the loops take, so they hold their runners to the end.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open(2)
  await Promise.all([run(DOUBLE, 'ada'), run(DOUBLE, 'bob')])
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    // They may work beside each other, so one of them is done long before the other.
    run(LOOP, 'mallory', { ms: 300 }).then(note('mallory')),
    run(LOOP, 'trudy').then(note('trudy')),
    run(DOUBLE, 'ada').then(note('ada')),
  ])
  vi.useRealTimers()
  expect(order).toEqual(['ada', 'mallory', 'trudy'])
})

test('for accounts that nobody knows another runner is started before one of them has become slow', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  open(2)
  await Promise.all([run(DOUBLE, 'ada'), run(DOUBLE, 'bob')])
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([run(LOOP, 'mallory').then(note('mallory')), run(DOUBLE, 'eve').then(note('eve'))])
  vi.useRealTimers()
  expect(order).toEqual(['eve', 'mallory'])
})

test('an account may have 100 runs waiting, and is told when to come back', async () => {
  open(1)
  const waiting = Array.from({ length: 100 }, () => run(DOUBLE, 'mallory'))
  expect(await run(DOUBLE, 'mallory')).toEqual({
    ok: false,
    error: {
      code: 'SANDBOX_BUSY',
      message: 'Too many tools are running right now. Please try again in a moment.',
      retryAfter: 2,
    },
  })
  expect(await run(DOUBLE, 'ada')).toEqual(OK)
  expect(new Set((await Promise.all(waiting)).map((outcome) => outcome.ok))).toEqual(new Set([true]))
})

test('callers may ask for less, never for more', async () => {
  open(1)
  expect(await run(LOOP, 'ada', { ms: 100 })).toEqual(
    failed('TIME_LIMIT', 'Stopped after 0.1 s: the tool did not finish in time.'),
  )
  expect(await run(LOOP, 'ada', { ms: 60_000 })).toEqual(TIME)
  expect(LIMITS).toEqual({ ms: 1000, memoryBytes: 67_108_864, outputBytes: 262_144 })
})

test('stop answers every call and leaves no process', async () => {
  open(2)
  await Promise.all([run(DOUBLE, 'ada'), run(DOUBLE, 'bob')])
  expect(runnerPids().length).toBeGreaterThan(1)
  const calls = [run(LOOP, 'ada'), run(LOOP, 'bob'), run(LOOP, 'eve')]
  await sandbox.stop()
  const stopped = { code: 'SANDBOX_UNAVAILABLE', message: 'The server is stopping.', retryAfter: 60 }
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: false, error: stopped })))
  expect(await run(DOUBLE)).toEqual({ ok: false, error: stopped })
  expect(runnerPids()).toEqual([])
})

test('stop in the middle of a start leaves no process', async () => {
  open(2)
  const call = run(DOUBLE)
  await sandbox.stop()
  expect(await call).toMatchObject({ ok: false, error: { code: 'SANDBOX_UNAVAILABLE' } })
  expect(runnerPids()).toEqual([])
})

test('a sandbox that could not start looks again at the next call', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-pool-'))
  await chmod(folder, 0o755)
  sandbox = createSandbox({ bundleDir: path.join(folder, 'runner'), log: () => undefined })
  expect(await run(DOUBLE)).toMatchObject({ ok: false, error: { code: 'SANDBOX_UNAVAILABLE' } })
  await cp(bundleDir, path.join(folder, 'runner'), { recursive: true })
  expect(await run(DOUBLE)).toEqual(OK)
  await rm(folder, { recursive: true })
})

test('without a bundle every call is refused, and the log says why', async () => {
  const logged: string[] = []
  sandbox = createSandbox({
    bundleDir: '/nowhere',
    log: (message, { problem }) => logged.push(`${message}: ${problem}`),
  })
  expect(await run(DOUBLE)).toEqual({
    ok: false,
    error: { code: 'SANDBOX_UNAVAILABLE', message: 'Custom tools cannot run right now.', retryAfter: 60 },
  })
  expect(logged).toEqual(["sandbox runner did not start: ENOENT: no such file or directory, realpath '/nowhere'"])
})
