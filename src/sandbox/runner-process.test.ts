import { afterEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#src/sdk/sandbox-limits.ts'
import { type Log, type Runner, startRunner } from './runner-process.ts'

vi.setConfig({ testTimeout: 30_000 })

let runner: Runner
afterEach(() => {
  vi.useRealTimers()
  return runner.kill()
})

const INTERRUPTED = {
  ok: false,
  error: { code: 'TOOL_ERROR', message: 'The run was interrupted and gave no answer. Please run it again.' },
}
const REQUEST = { source: '', input: { n: 1 }, limits: LIMITS }

/** A process that answers each line by `body`, as a runner that was taken over might. */
function hostile(body: string, greeting = 'ready') {
  const script = `
    process.stdout.write(${JSON.stringify(greeting)} + '\\n')
    const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, input } = JSON.parse(line)
      ${body}
    })`
  const log = vi.fn<Log>()
  runner = startRunner([process.execPath, '-e', script], log)
  return log
}

test('an answer is passed on', async () => {
  hostile('say({ id, ok: true, outputs: input })')
  expect(await runner.started).toBeUndefined()
  expect(await runner.call(REQUEST)).toEqual({ ok: true, outputs: { n: 1 } })
  expect(runner.usable()).toBe(true)
})

test.each([
  ['answers another call', 'say({ id: id + 1, ok: true, outputs: {} })'],
  ['answers no JSON', 'process.stdout.write("hello\\n")'],
  ['answers another shape', 'say({ id, ok: true, outputs: "all" })'],
  ['never ends its line', 'setInterval(() => process.stdout.write("x".repeat(1e5)), 1)'],
  ['exits', 'process.exit(0)'],
  ['crashes', 'process.abort()'],
  ['closes its output', 'process.stdout.end(); setTimeout(() => process.exit(), 10)'],
])('a runner that %s is ended', async (_, body) => {
  hostile(body)
  await runner.started
  expect(await runner.call(REQUEST)).toEqual(INTERRUPTED)
  expect(runner.usable()).toBe(false)
  expect(await runner.call(REQUEST)).toEqual(INTERRUPTED)
})

test('a runner that speaks without being asked is ended', async () => {
  const ended = Promise.withResolvers<void>()
  hostile('', 'ready\nready').mockImplementation(() => ended.resolve())
  await runner.started
  await ended.promise
  expect(runner.usable()).toBe(false)
})

test('a silent runner is ended two seconds after the limit', async () => {
  hostile('for (;;);')
  await runner.started
  const since = performance.now()
  expect(await runner.call({ ...REQUEST, limits: { ...LIMITS, ms: 100 } })).toEqual({
    ok: false,
    error: {
      code: 'TIME_LIMIT',
      message: 'Ended by force: the tool did not finish in 0.1 s of processor time, nor stop by itself.',
    },
  })
  expect(performance.now() - since).toBeGreaterThanOrEqual(2099)
  expect(runner.usable()).toBe(false)
})

test('one that is given no processor meanwhile, as on a busy machine, loses nothing by it', async () => {
  hostile('setTimeout(() => say({ id, ok: true, outputs: input }), 2600)')
  await runner.started
  const answer = await runner.call({ ...REQUEST, limits: { ...LIMITS, ms: 100 } })
  expect(answer).toEqual({ ok: true, outputs: { n: 1 } })
})

test('one that asks for none is ended after half a minute', async () => {
  hostile('')
  await runner.started
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const answer = runner.call(REQUEST)
  await vi.advanceTimersByTimeAsync(29_990)
  expect(runner.usable()).toBe(true)
  await vi.advanceTimersByTimeAsync(20)
  expect(await answer).toMatchObject({ ok: false, error: { code: 'TIME_LIMIT' } })
  expect(runner.usable()).toBe(false)
})

test('a flood of complaints is read, and kept in part', async () => {
  const log = hostile('process.stderr.write("e".repeat(5e6), () => say({ id, ok: true, outputs: {} }))')
  await runner.started
  expect(await runner.call(REQUEST)).toEqual({ ok: true, outputs: {} })
  await runner.kill()
  expect(log).toHaveBeenCalledExactlyOnceWith(
    'sandbox runner ended',
    expect.objectContaining({ how: 'SIGKILL', stderr: 'e'.repeat(2000) }),
  )
})

test('a runner that does not start says why', async () => {
  runner = startRunner([process.execPath, '-e', 'console.error("no\\nmore"); process.exit(7)'], () => undefined)
  expect(await runner.started).toBe('The runner could not start: no')
  runner = startRunner(['/nowhere/unshare'], () => undefined)
  expect(await runner.started).toBe('The runner could not start: spawn /nowhere/unshare ENOENT')
  expect(await runner.call(REQUEST)).toEqual(INTERRUPTED)
})

test('after 5,000 calls a runner is worn out', async () => {
  hostile('say({ id, ok: true, outputs: {} })')
  await runner.started
  for (let call = 1; call < 5000; call++) await runner.call(REQUEST)
  expect(runner.usable()).toBe(true)
  expect(await runner.call(REQUEST)).toEqual({ ok: true, outputs: {} })
  expect(runner.usable()).toBe(false)
})
