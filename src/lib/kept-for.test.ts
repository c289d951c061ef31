import { expect, test } from 'vitest'
import { keptFor, keptForEach } from './kept-for.ts'

test('what was read is given again until its time is over, to who asks meanwhile too', async () => {
  let time = 0
  let reads = 0
  const read = keptFor(
    1000,
    async () => ++reads,
    () => time,
  )
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  time = 999
  expect(await read()).toBe(1)
  time = 1000
  expect(await read()).toBe(2)
})

test('a failure is told to who waited for it, and read anew after that', async () => {
  let reads = 0
  const read = keptFor(1000, async () => {
    reads++
    if (reads === 1) throw new Error('no answer')
    return reads
  })
  const [first, second] = [read(), read()]
  await expect(first).rejects.toThrow('no answer')
  await expect(second).rejects.toThrow('no answer')
  expect(await read()).toBe(2)
})

test('each key is kept for itself, and the oldest of too many is forgotten', async () => {
  const read: string[] = []
  const reading = keptForEach(1000, 2, async (key: string) => {
    read.push(key)
    return key.toUpperCase()
  })
  for (const key of ['a', 'b', 'a', 'c', 'b', 'a']) expect(await reading(key)).toBe(key.toUpperCase())
  expect(read).toEqual(['a', 'b', 'c', 'a'])
})
