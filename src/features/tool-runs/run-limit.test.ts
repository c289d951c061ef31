import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aToolOf } from '#src/features/reviews/reviews-fixture.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp({
    sandbox: { run: async () => ({ ok: true, outputs: {} }), stop: async () => {} },
    env: { TOOL_RUNS_PER_MINUTE: '60' },
  })
})
afterAll(() => fettle.stop())

async function statusesOf(from: TestBrowser, slug: string, runs: number, input = {}): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: runs }, () => from.post(`/api/tools/${slug}/run`, input)))
  return answers.map(({ status }) => status).sort((a, b) => a - b)
}

test('one address may ask for so many runs a minute, of creators’ tools a thirtieth; others go on', async () => {
  const visitor = fettle.visitor()
  const person = await fettle.aPerson()
  await aToolOf(fettle, person, 'coded')
  expect(await statusesOf(visitor, 'tip-calculator', 60, { bill: 10 })).toEqual(Array(60).fill(200))
  const refused = await visitor.post('/api/tools/tip-calculator/run', { bill: 10 })
  expect([refused.status, refused.body.error]).toEqual([429, expect.objectContaining({ code: 'TOO_MANY_REQUESTS' })])
  expect(refused.headers['retry-after']).toBe(String((refused.body.error as { retryAfter: number }).retryAfter))
  expect(await statusesOf(visitor, 'coded', 2)).toEqual([200, 200])
  expect(await statusesOf(visitor, 'coded', 1)).toEqual([429])
  expect(await statusesOf(person, 'tip-calculator', 1, { bill: 10 })).toEqual([200])
  expect(await statusesOf(person, 'coded', 3)).toEqual([200, 200, 429])
})
