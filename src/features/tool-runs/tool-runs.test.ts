import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { listBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { hmacGenerator } from '#src/tools/hmac-generator.tool.ts'
import { MAX_RUN_BYTES } from './tool-runs.schema.ts'

let fettle: TestApp
let visitor: TestBrowser
beforeAll(async () => {
  fettle = await startTestApp()
  visitor = fettle.visitor()
})
afterAll(() => fettle.stop())

const runCount = async (slug: string) =>
  ((await visitor.get(`/api/tools/${slug}`)).body.fxn as { runCount: number }).runCount

test('a visitor runs a free tool: 20 % on 84.50 for three people', async () => {
  const { status, body } = await visitor.post('/api/tools/tip-calculator/run', {
    bill: 84.5,
    tipPercent: 20,
    people: 3,
  })
  expect(status).toBe(200)
  expect(body.outputs).toMatchObject({ tip: 16.9, total: 101.4, tipPerPerson: 5.63, totalPerPerson: 33.8 })
  expect(body.durationMs).toEqual(expect.any(Number))
})

test('runs are counted exactly, also when fifty come at once; refused inputs are not runs', async () => {
  const before = await runCount('tip-calculator')
  await Promise.all(Array.from({ length: 50 }, () => visitor.post('/api/tools/tip-calculator/run', { bill: 10 })))
  await visitor.post('/api/tools/tip-calculator/run', { bill: -1 })
  expect(await runCount('tip-calculator')).toBe(before + 50)
  const { rows } = await fettle.database.pool.query(
    `select run_count, (select count(*) from tool_run where tool_id = tool.id) as rows from tool where slug = 'tip-calculator'`,
  )
  expect(rows).toEqual([{ run_count: before + 50, rows: before + 50 }])
})

test.each([
  [{}, 422, 'INVALID_INPUT', 'bill', 'Bill is required'],
  [{ bill: -1 }, 422, 'INVALID_INPUT', 'bill', 'Bill must be at least 0'],
  [{ bill: 'much' }, 422, 'INVALID_INPUT', 'bill', 'Bill must be a number'],
  [{ bill: 1, people: 101 }, 422, 'INVALID_INPUT', 'people', expect.stringMatching(/must be at most 100$/)],
  [{ bill: 1, nothing: 2 }, 400, 'INVALID_REQUEST', 'nothing', 'This tool has no such input'],
])('the input %j answers %i %s at %s', async (input, status, code, field, message) => {
  const answer = await visitor.post('/api/tools/tip-calculator/run', input)
  expect([answer.status, answer.body.error]).toEqual([
    status,
    expect.objectContaining({ code, details: [{ field, message }] }),
  ])
})

describe('a large body', () => {
  const run = async (slug: string, payload: string) => {
    const headers = { 'x-requested-with': 'test', 'content-type': 'application/json' }
    const answer = await fettle.app.inject({ method: 'POST', url: `/api/tools/${slug}/run`, payload, headers })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('is taken as far as the field says, to the character and to the byte', async () => {
    const text = 'a'.repeat(5_000_000)
    const hashed = await run('hash-generator', JSON.stringify({ text, algorithm: 'sha256' }))
    expect(hashed.body.outputs).toMatchObject({ hex: createHash('sha256').update(text).digest('hex') })
    const bytes = Buffer.alloc(5_000_000, 0xff)
    const ofFile = await run('hash-generator', JSON.stringify({ text: { base64: bytes.toString('base64') } }))
    expect(ofFile.body.outputs).toMatchObject({ hex: createHash('sha256').update(bytes).digest('hex') })
    const longest = `"${'x'.repeat(4_999_998)}"`
    expect(await run('json-formatter', JSON.stringify({ json: longest, action: 'validate' }))).toMatchObject({
      status: 200,
      body: { outputs: { valid: true } },
    })
    expect(await run('json-formatter', JSON.stringify({ json: `${longest} `, action: 'validate' }))).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'json', message: 'JSON must be at most 5000000 characters' }] } },
    })
  })

  test('is worked on in a thread of its own, so that others are served meanwhile', async () => {
    const text = 'a'.repeat(1_000_000)
    const input = { text, key: 'k', algorithm: 'sha512' }
    const payload = JSON.stringify(input)
    const busyWith = async (work: () => unknown) => {
      const before = process.threadCpuUsage()
      await work()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    // Once before: the code is compiled then.
    await run('hmac-generator', payload)
    const { body } = await run('hmac-generator', payload)
    expect(body.outputs).toMatchObject({ hex: createHmac('sha512', 'k').update(text).digest('hex') })
    const inPlace = await busyWith(() => runTool(hmacGenerator, input))
    const asked = await busyWith(() => run('hmac-generator', payload))
    expect(asked).toBeLessThan(inPlace / 2)
  })

  test('is 413 only beyond what any tool takes', async () => {
    const body = (bytes: number) => `{"bill":${' '.repeat(bytes - 10)}5}`
    expect((await run('tip-calculator', body(MAX_RUN_BYTES))).status).toBe(200)
    expect(await run('tip-calculator', body(MAX_RUN_BYTES + 1))).toMatchObject({
      status: 413,
      body: { error: { code: 'BODY_TOO_LARGE' } },
    })
  })

  test('has room for the longest text of every built-in tool', async () => {
    for (const tool of await listBuiltins())
      for (const { name, maxLength = 0, maxBytes = 0 } of tool.input) {
        expect([tool.slug, name, 3 * maxLength + 1_048_576 <= MAX_RUN_BYTES]).toEqual([tool.slug, name, true])
        expect([tool.slug, name, (maxBytes / 3) * 4 < MAX_RUN_BYTES]).toEqual([tool.slug, name, true])
      }
  })
})

test('malformed JSON answers 400 in the envelope, with a request id', async () => {
  const answer = await fettle.app.inject({
    method: 'POST',
    url: '/api/tools/tip-calculator/run',
    payload: '{"bill": 1',
    headers: { 'x-requested-with': 'test', 'content-type': 'application/json' },
  })
  const { error } = answer.json()
  expect([answer.statusCode, error.code]).toEqual([400, 'INVALID_REQUEST'])
  expect(Object.keys(error).sort()).toEqual(['code', 'details', 'message', 'requestId', 'retryAfter', 'timestamp'])
  expect(answer.headers['x-request-id']).toBe(error.requestId)
})

test('an input that only one choice has implies that choice, where the body leaves it open', async () => {
  const shifted = await visitor.post('/api/tools/rot13/run', { text: 'abc', shift: 1 })
  expect(shifted.body).toMatchObject({ outputs: { result: 'bcd' } })
  const told = await visitor.post('/api/tools/rot13/run', { text: 'abc', shift: 1, variant: 'rot13' })
  expect(told.body).toMatchObject({ outputs: { result: 'nop' } })
})

test('one thread serves many long runs, one after the other and at once', async () => {
  const run = () => visitor.post('/api/tools/regex-tester/run', { pattern: 'a', text: 'banana' })
  const answers = [await run(), await run(), ...(await Promise.all([run(), run(), run()]))]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('a pattern that backtracks for ever is stopped after a second, and others go on meanwhile', async () => {
  const slow = visitor.post('/api/tools/regex-tester/run', { pattern: '^(a+)+$', text: `${'a'.repeat(40)}!` })
  const quick = await visitor.post('/api/tools/tip-calculator/run', { bill: 10 })
  expect(quick.status).toBe(200)
  const { status, body } = await slow
  expect([status, body.error]).toEqual([422, expect.objectContaining({ code: 'TIME_LIMIT' })])
  expect((await visitor.post('/api/tools/regex-tester/run', { pattern: 'a', text: 'a' })).status).toBe(200)
})

test('a repeat with the same Idempotency-Key gets the first answer and runs nothing', async () => {
  const before = await runCount('loan-payment')
  const input = { principal: 10_000, annualRatePercent: 8, numberOfPayments: 10 }
  const run = (body: object) => visitor.post('/api/tools/loan-payment/run', body, { 'idempotency-key': 'k-1' })
  const first = await run(input)
  const second = await run(input)
  // Microsoft's documentation of PMT: PMT(8%/12, 10, 10000) = -1037.03.
  expect((first.body.outputs as { payment: number }).payment).toBe(1037.03)
  expect(second.body).toEqual(first.body)
  expect(await runCount('loan-payment')).toBe(before + 1)
  const other = await run({ ...input, principal: 1 })
  expect([other.status, other.body.error]).toEqual([409, expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED' })])
})

test('a browser run is counted without any content', async () => {
  const { id, version } = (await visitor.get('/api/tools/unit-converter')).body.fxn as { id: string; version: number }
  const before = await runCount('unit-converter')
  const counted = await visitor.post(`/api/discovery/runs/${id}`, { version, success: true, durationMs: 3 })
  expect([counted.status, await runCount('unit-converter')]).toEqual([200, before + 1])
  const withInput = await visitor.post(`/api/discovery/runs/${id}`, { version, success: true, durationMs: 3, input: 1 })
  expect(withInput.status).toBe(400)
})

test('one account cannot fill the queue of long runs for everybody', async () => {
  const slow = { pattern: '^(a+)+$', text: `${'a'.repeat(40)}!` }
  const mine = await Promise.all(Array.from({ length: 5 }, () => visitor.post('/api/tools/regex-tester/run', slow)))
  expect(mine.map(({ status }) => status).sort((a, b) => a - b)).toEqual([422, 422, 422, 503, 503])
})

test('a key that a dead process left behind is taken over once, by the same body only', async () => {
  const { pool } = fettle.database
  const person = await fettle.aPerson()
  const run = (bill: number) => person.post('/api/tools/tip-calculator/run', { bill }, { 'idempotency-key': 'left' })
  await run(10)
  await pool.query(
    `update idempotency set status = null, answer = null, created_at = now() - interval '3 minutes' where key = 'left'`,
  )
  expect((await run(20)).status).toBe(409)
  expect((await run(10)).status).toBe(200)
})
