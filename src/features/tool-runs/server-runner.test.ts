import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerRunner } from './server-runner.web.tsx'

const KEPT = 'tool-pending-run'
const ANSWER = { status: 200, body: { outputs: { words: 6 }, durationMs: 2 } }
const failure = (status: number, code: string) => ({
  status,
  body: { error: { code, message: code, details: [], timestamp: '', requestId: 'r', retryAfter: null } },
})

let tab = new Map<string, string>()
let calls: { key: string | null; body: unknown; kept: boolean }[] = []
let answers: { status: number; body: unknown }[] = []
beforeEach(() => {
  ;[tab, calls, answers] = [new Map(), [], []]
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => tab.get(name) ?? null,
    setItem: (name: string, text: string) => void tab.set(name, text),
    removeItem: (name: string) => void tab.delete(name),
  })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    calls.push({
      key: new Headers(init.headers).get('idempotency-key'),
      body: JSON.parse(String(init.body)),
      kept: tab.has(KEPT),
    })
    const { status, body } = answers.shift() ?? ANSWER
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const input = { text: 'to be or not to be' }

test('a run is remembered until it is answered', async () => {
  const done = await createServerRunner('a').run(input)
  expect(done).toEqual({ outcome: { ok: true, outputs: { words: 6 } }, durationMs: 2 })
  expect(calls).toMatchObject([{ body: input, kept: true }])
  expect(tab.has(KEPT)).toBe(false)
})

test('an interrupted run is asked for under its key, again and again while the first call is being answered', async () => {
  tab.set(KEPT, JSON.stringify({ toolId: 'a', input, key: 'k1', at: Date.now() }))
  const runner = createServerRunner('a')
  const run = await runner.interrupted?.()
  answers = [failure(409, 'REQUEST_IN_PROGRESS'), failure(409, 'REQUEST_IN_PROGRESS'), ANSWER]
  const done = runner.run(run?.input ?? {}, { key: run?.key ?? '' })
  await vi.advanceTimersByTimeAsync(2500)
  expect(await done).toMatchObject({ outcome: { ok: true } })
  expect(calls.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1'])
  expect(await runner.interrupted?.()).toBeUndefined()
})

test('a failure is an answer too', async () => {
  answers = [failure(422, 'TOOL_ERROR')]
  expect(await createServerRunner('a').run(input)).toMatchObject({
    outcome: { ok: false, error: { code: 'TOOL_ERROR' } },
  })
  expect(tab.has(KEPT)).toBe(false)
})

test('what is private is not remembered, and Cancel forgets', async () => {
  const runner = createServerRunner('a')
  await runner.run(input, { isPrivate: true })
  expect(calls).toMatchObject([{ kept: false }])
  answers = [failure(409, 'REQUEST_IN_PROGRESS')]
  const cancelled = runner.run(input)
  expect(tab.has(KEPT)).toBe(true)
  runner.stop()
  expect(tab.has(KEPT)).toBe(false)
  await vi.advanceTimersByTimeAsync(1500)
  expect(await cancelled).toBeUndefined()
})
