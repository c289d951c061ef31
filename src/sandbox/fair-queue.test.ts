import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const filled = (...jobs: readonly [account: string, job: number][]) => {
  const queue = createFairQueue<number>({ perAccount: 3, total: 5 })
  for (const [account, job] of jobs) expect(queue.add(account, job)).toBe(true)
  return queue
}

test('an account has one job under way, in the order of its calls', () => {
  const queue = filled(['a', 1], ['a', 2])
  expect(queue.take()).toEqual({ account: 'a', job: 1 })
  expect(queue.take()).toBeUndefined()
  queue.release('a')
  expect(queue.take()).toEqual({ account: 'a', job: 2 })
  queue.release('a')
  expect(queue.take()).toBeUndefined()
})

test('accounts take turns', () => {
  const queue = filled(['a', 1], ['a', 2], ['a', 3], ['b', 4], ['c', 5])
  const order: number[] = []
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    order.push(next.job)
    queue.release(next.account)
  }
  expect(order).toEqual([1, 4, 5, 2, 3])
})

test('no room is left for an account, or for all together', () => {
  const queue = filled(['a', 1], ['a', 2], ['a', 3])
  expect(queue.add('a', 4)).toBe(false)
  expect(queue.add('b', 5)).toBe(true)
  expect(queue.add('c', 6)).toBe(true)
  expect(queue.add('d', 7)).toBe(false)
  queue.take()
  expect(queue.add('d', 7)).toBe(true)
})

test('a job that is taken back leaves its room and is not served', () => {
  const queue = filled(['a', 1], ['a', 2], ['a', 3])
  queue.remove('a', 2)
  queue.remove('b', 9)
  expect(queue.add('a', 4)).toBe(true)
  expect(queue.drain()).toEqual([1, 3, 4])
  expect(queue.take()).toBeUndefined()
})

test('ready counts the accounts that could be served now', () => {
  const queue = filled(['a', 1], ['a', 2], ['b', 3])
  expect(queue.ready()).toBe(2)
  queue.take()
  expect(queue.ready()).toBe(1)
  queue.release('a')
  expect(queue.ready()).toBe(2)
})

test('an account that may not run keeps its turn', () => {
  const queue = filled(['a', 1], ['b', 2])
  const notA = (account: string) => account !== 'a'
  expect(queue.ready(notA)).toBe(1)
  expect(queue.take(notA)).toEqual({ account: 'b', job: 2 })
  expect(queue.take(notA)).toBeUndefined()
  expect(queue.take()).toEqual({ account: 'a', job: 1 })
})
