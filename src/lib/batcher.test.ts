import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: promise, open: resolve }
}

test('what arrives while two writes are on their way goes out as one', async () => {
  const batches: number[][] = []
  const first = gate()
  const write = createBatcher<number>(async (items) => {
    batches.push([...items])
    await first.wait
  })
  const one = write(1)
  await expect.poll(() => batches.length).toBe(1)
  const two = write(2)
  await expect.poll(() => batches.length).toBe(2)
  const rest = [3, 4, 5].map((number) => write(number))
  first.open()
  await Promise.all([one, two, ...rest])
  expect(batches).toEqual([[1], [2], [3, 4, 5]])
})

test('no batch is larger than the maximum', async () => {
  const sizes: number[] = []
  const write = createBatcher<number>(
    async (items) => {
      sizes.push(items.length)
    },
    { max: 3, inFlight: 1 },
  )
  await Promise.all(Array.from({ length: 7 }, (_, number) => write(number)))
  expect(sizes).toEqual([3, 3, 1])
})

test('a bad item fails alone', async () => {
  const written: string[] = []
  const write = createBatcher<string>(async (items) => {
    if (items.includes('bad')) throw new Error('bad')
    written.push(...items)
  })
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => write(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(written).toEqual(['a', 'b'])
})
