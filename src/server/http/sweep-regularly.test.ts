import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { sweepRegularly } from './sweep-regularly.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('what has run out is removed at the start, every hour, and no more after the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const swept: string[] = []
  const app = Fastify()
  sweepRegularly(app, [
    () => Promise.reject(new Error('the first fails')),
    async () => {
      swept.push('second')
    },
  ])
  expect(swept).toHaveLength(0)
  await app.ready()
  expect(swept).toHaveLength(1)
  vi.advanceTimersByTime(2 * 3_600_000)
  expect(swept).toHaveLength(3)
  await app.close()
  vi.advanceTimersByTime(3_600_000)
  expect(swept).toHaveLength(3)
})
