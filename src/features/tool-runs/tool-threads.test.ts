import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
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

test('a run is ended after a second of work, and on a busy machine has that second all the same', async () => {
  const threads = createToolThreads()
  const busy = Array.from({ length: 2 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
  const hash = (text: string) => threads.run('hash-generator', { text, algorithm: 'sha512' }, 'somebody')
  const outcome = await hash('a'.repeat(5_000_000))
  await Promise.all(busy.map((worker) => worker.terminate()))
  const hex = createHash('sha512').update('a'.repeat(5_000_000)).digest('hex')
  expect(outcome).toMatchObject({ ok: true, outputs: { hex } })
  const endless = { pattern: '(a+)+b', text: 'a'.repeat(60) }
  expect(await threads.run('regex-tester', endless, 'somebody')).toMatchObject({ error: { code: 'TIME_LIMIT' } })
  expect(await hash('abc')).toMatchObject({ ok: true })
  await threads.stop()
})
