import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const turn = () => new Promise<void>((done) => setImmediate(done))
const NEVER = new AbortController().signal

test('many large answers at once never hold much more than the budget, and all of them arrive', async () => {
  const budget = createByteBudget(20)
  let most = 0
  let arrived = 0
  const answer = async () => {
    const reader = budget.reader(NEVER)
    for (let chunk = 0; chunk < 9; chunk++) {
      await reader.take(1)
      most = Math.max(most, budget.held())
      await turn()
    }
    reader.release()
    arrived += 1
  }
  await Promise.all(Array.from({ length: 50 }, answer))
  expect([arrived, budget.held()]).toEqual([50, 0])
  // Only the first of those who wait goes beyond it.
  expect(most).toBeLessThanOrEqual(20 + 9)
})

test('an answer that is larger than the whole budget still arrives', async () => {
  const budget = createByteBudget(5)
  const reader = budget.reader(NEVER)
  await reader.take(4)
  await reader.take(9)
  expect(budget.held()).toBe(13)
  reader.release()
  expect(budget.held()).toBe(0)
})

test('who waits for room can be called off, and takes nothing', async () => {
  const budget = createByteBudget(5)
  const first = budget.reader(NEVER)
  await first.take(5)
  const stop = new AbortController()
  const second = budget.reader(stop.signal)
  const waiting = second.take(1)
  stop.abort(new Error('too late'))
  await expect(waiting).rejects.toThrow('too late')
  second.release()
  expect(budget.held()).toBe(5)
})
