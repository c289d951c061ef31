import { expect, test } from 'vitest'
import { ApiError, isRetryable } from './api-error.ts'
import { type RequestWorld, request, retryDelay } from './request.ts'

type Reply = { status: number; body: string; statusText?: string } | Error

/** Replies in turn, and notes every call and every wait. */
function aWorld(...replies: Reply[]) {
  const calls: RequestInit[] = []
  const waits: number[] = []
  const world: RequestWorld = {
    fetch: async (_, init) => {
      calls.push(init)
      const reply = replies[Math.min(calls.length, replies.length) - 1]
      if (reply === undefined || reply instanceof Error) throw reply ?? new Error('no reply')
      return new Response(reply.body, { status: reply.status, statusText: reply.statusText ?? '' })
    },
    sleep: async (ms) => {
      waits.push(ms)
    },
    random: () => 0,
  }
  return { world, calls, waits }
}

const envelope = (error: Partial<Record<string, unknown>>) =>
  JSON.stringify({
    error: { code: 'X', message: 'no', details: [], timestamp: '', requestId: 'r1', retryAfter: null, ...error },
  })
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test('a lost connection is NETWORK_ERROR with status 0 after four attempts', async () => {
  const { world, calls, waits } = aWorld(new Error('connection refused'))
  const error = await failure(request('/api/x', { method: 'GET' }, world))
  expect([error.code, error.status, error.message]).toEqual(['NETWORK_ERROR', 0, 'Network error: connection refused'])
  expect(calls).toHaveLength(4)
  expect(waits).toEqual([1000, 2000, 4000])
})

test('a call that takes too long is TIMEOUT_ERROR 408', async () => {
  const { world } = aWorld()
  const slow: RequestWorld = { ...world, fetch: async (_, init) => Promise.reject(abortedBy(init)) }
  const original = AbortSignal.timeout
  AbortSignal.timeout = () => AbortSignal.abort()
  try {
    const error = await failure(request('/api/x', { method: 'GET' }, slow))
    expect([error.code, error.status, error.message]).toEqual(['TIMEOUT_ERROR', 408, 'Request timeout'])
  } finally {
    AbortSignal.timeout = original
  }
})
const abortedBy = (init: RequestInit) => new DOMException(String(init.signal?.aborted), 'AbortError')

test('a 503 without an envelope is SERVICE_UNAVAILABLE', async () => {
  const { world } = aWorld({ status: 503, body: '', statusText: 'Service Unavailable' })
  expect((await failure(request('/api/x', { method: 'GET' }, world))).code).toBe('SERVICE_UNAVAILABLE')
})

test('a failure without an envelope is UNKNOWN_ERROR with status and text', async () => {
  const { world } = aWorld({ status: 404, body: 'nothing here' })
  const error = await failure(request('/api/x', { method: 'GET' }, world))
  expect([error.code, error.status, error.message]).toEqual(['UNKNOWN_ERROR', 404, 'HTTP 404: nothing here'])
})

test('an answer that is no JSON is UNKNOWN_ERROR 500', async () => {
  const { world } = aWorld({ status: 200, body: '<html>' })
  const error = await failure(request('/api/x', { method: 'GET' }, world))
  expect([error.code, error.status, error.message]).toEqual(['UNKNOWN_ERROR', 500, 'Unknown error occurred'])
})

test('the envelope of the server is the error', async () => {
  const details = [{ field: 'bill', message: 'Bill is required' }]
  const { world, calls } = aWorld({ status: 422, body: envelope({ code: 'INVALID_INPUT', details }) })
  const error = await failure(request('/api/x', { method: 'POST', body: {} }, world))
  expect([error.code, error.status, error.requestId, error.details]).toEqual(['INVALID_INPUT', 422, 'r1', details])
  expect(calls).toHaveLength(1)
})

test("the server's retryAfter, in seconds, replaces our delay", async () => {
  const { world, waits } = aWorld({ status: 429, body: envelope({ retryAfter: 7 }) }, { status: 200, body: '{"ok":1}' })
  expect(await request('/api/x', { method: 'GET' }, world)).toEqual({ ok: 1 })
  expect(waits).toEqual([7000])
})

test('a wait longer than a call may take is an error at once', async () => {
  const limit = envelope({ code: 'TOO_MANY_REQUESTS', retryAfter: 31 })
  const { world, calls, waits } = aWorld({ status: 429, body: limit })
  const error = await failure(request('/api/login', { method: 'POST', body: {} }, world))
  expect([error.code, error.retryAfter, calls.length, waits]).toEqual(['TOO_MANY_REQUESTS', 31, 1, []])
})

test('a caller who has left is not retried for', async () => {
  const { world, calls } = aWorld({ status: 500, body: '' })
  const left = new AbortController()
  const sleep = async () => left.abort()
  await expect(request('/api/x', { method: 'GET', signal: left.signal }, { ...world, sleep })).rejects.toThrow(
    'aborted',
  )
  expect(calls).toHaveLength(1)
})

test('a call that nobody wants to be repeated any more goes on, and is not asked again', async () => {
  const stop = new AbortController()
  const asked: (AbortSignal | null | undefined)[] = []
  const fetch = async (_: string, init: RequestInit) => {
    asked.push(init.signal)
    stop.abort()
    if (asked.length === 1) throw new TypeError('no connection')
    return new Response('{}')
  }
  const sending = request(
    '/api/x',
    { method: 'POST', retrying: stop.signal },
    { fetch, sleep: async () => undefined, random: () => 0 },
  )
  await expect(sending).rejects.toThrow(/aborted/i)
  expect(asked.map((signal) => signal?.aborted)).toEqual([false])
})

test('what a button asks for outlives the page that it was pressed on', async () => {
  const { world, calls } = aWorld({ status: 200, body: '{}' })
  await request('/api/x', { method: 'DELETE' }, world)
  await request('/api/x', { method: 'GET' }, world)
  // Browsers refuse it for large bodies.
  await request('/api/x', { method: 'POST', body: {} }, world)
  expect(calls.map(({ keepalive }) => keepalive)).toEqual([true, undefined, undefined])
})

test('a repeated mutation keeps its Idempotency-Key', async () => {
  const { world, calls } = aWorld({ status: 500, body: '' }, { status: 201, body: '{}' })
  await request('/api/x', { method: 'POST', body: { a: 1 } }, world)
  const keys = calls.map((init) => new Headers(init.headers).get('idempotency-key'))
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('a call that was made before is repeated under its Idempotency-Key', async () => {
  const { world, calls } = aWorld({ status: 200, body: '{}' })
  await request('/api/x', { method: 'POST', body: {}, key: 'k1' }, world)
  expect(new Headers(calls[0]?.headers).get('idempotency-key')).toBe('k1')
})

test.each([
  [0, 0, 1000],
  [1, 0, 2000],
  [2, 0, 4000],
  [3, 0, 8000],
  [4, 0, 10_000],
  [0, 1, 1100],
  [3, 1, 8800],
])('the wait before retry %i with jitter %f is %i ms', (attempt, jitter, wait) => {
  expect(retryDelay(attempt, null, () => jitter)).toBe(wait)
})

test.each([
  ['UNKNOWN_ERROR', 500, true],
  ['X', 503, true],
  ['TOO_MANY_REQUESTS', 429, true],
  ['TIMEOUT_ERROR', 408, true],
  ['NETWORK_ERROR', 0, true],
  ['SERVICE_UNAVAILABLE', 503, true],
  ['INVALID_INPUT', 422, false],
  ['NOT_FOUND', 404, false],
  ['QUOTA_EXCEEDED', 429, false],
])('%s with status %i is retried: %s', (code, status, expected) => {
  expect(isRetryable(new ApiError({ code, status, message: '' }))).toBe(expected)
})
