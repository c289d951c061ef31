import { expect, test } from 'vitest'
import { createToolThreads } from './tool-threads.server.ts'

test('a thread that does not start in time is no fault of the input, and those behind it have their turn', async () => {
  const threads = createToolThreads({ startMs: 0 })
  const run = () => threads.run('regex-tester', { pattern: 'a', text: 'banana' }, 'somebody')
  const refused = { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: 1 }
  const [first, second] = [run(), run()]
  await expect(first).rejects.toMatchObject(refused)
  await expect(second).rejects.toMatchObject(refused)
  await threads.stop()
})

test('the first run of a large tool has its whole second, however long the tool takes to load', async () => {
  const threads = createToolThreads()
  const outcome = await threads.run(
    'expression-evaluator',
    { expression: '1.2 * (2 + 4.5)', precision: 32 },
    'somebody',
  )
  expect(outcome).toMatchObject({ ok: true, outputs: { value: 7.8 } })
  await threads.stop()
})
