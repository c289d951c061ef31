import { expect, test } from 'vitest'
import { countedMeanwhile } from './counted-meanwhile.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('after its time the old value is given while a new one is read, once for all who ask', async () => {
  let time = 0
  let reads = 0
  const count = countedMeanwhile({
    ...{ ms: 1000, most: 10, waitMs: 1000, now: () => time },
    read: async (key: string) => `${key}${++reads}`,
  })
  expect(await Promise.all([count('a'), count('a')])).toEqual(['a1', 'a1'])
  time = 1000
  expect(await Promise.all([count('a'), count('a')])).toEqual(['a1', 'a1'])
  await settled()
  expect([await count('a'), reads]).toEqual(['a2', 2])
})

test('what fails is not counted, then the old value stays, and the next one who asks tries again', async () => {
  let time = 0
  let reads = 0
  const count = countedMeanwhile({
    ...{ ms: 1000, most: 10, waitMs: 1000, now: () => time },
    async read() {
      reads++
      if (reads !== 2) throw new Error('statement timeout')
      return reads
    },
  })
  expect([await count('a'), await count('a')]).toEqual([undefined, 2])
  time = 1000
  expect(await count('a')).toBe(2)
  await settled()
  expect([await count('a'), reads]).toEqual([2, 4])
})

test('nobody waits for a slow one, which is there for who asks later', async () => {
  let done: (value: number) => void = () => undefined
  const read = () => new Promise<number>((resolve) => (done = resolve))
  const count = countedMeanwhile({ ms: 1000, most: 10, waitMs: 5, read })
  expect(await count('a')).toBeUndefined()
  done(7)
  await settled()
  expect(await count('a')).toBe(7)
})
