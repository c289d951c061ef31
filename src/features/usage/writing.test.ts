import { expect, test } from 'vitest'
import { createWriting } from './writing.ts'

/** Answers of these sizes that come at the same time; `done` says of one that it is written. */
function answers(most: number, sizes: readonly number[]) {
  const writing = createWriting(most)
  const begun: number[] = []
  const told: string[] = []
  const written = new Map<number, () => void>()
  for (const bytes of sizes)
    void writing.turnToWrite(bytes).then((done) => {
      begun.push(bytes)
      written.set(bytes, done)
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    async begun() {
      await settled()
      return begun
    },
    done: (bytes: number) => written.get(bytes)?.(),
    told,
    next(name: string) {
      void writing.untilWritten().then(() => told.push(name))
      return settled()
    },
  }
}

test('as many are written at once as fit, in the order in which they came', async () => {
  const { begun, done } = answers(100, [60, 30, 50, 10])
  // The last one would fit, and does not pass the one before it by.
  expect(await begun()).toEqual([60, 30])
  done(30)
  expect(await begun()).toEqual([60, 30])
  done(60)
  expect(await begun()).toEqual([60, 30, 50, 10])
})

test('one that never fits is written alone', async () => {
  const { begun, done } = answers(100, [20, 500, 30])
  expect(await begun()).toEqual([20])
  done(20)
  expect(await begun()).toEqual([20, 500])
  done(500)
  expect(await begun()).toEqual([20, 500, 30])
})

test('what makes more of them begins when none waits for its turn any more', async () => {
  const { begun, done, next, told } = answers(100, [80, 70])
  expect(await begun()).toEqual([80])
  await next('first')
  expect(told).toEqual([])
  done(80)
  expect(await begun()).toEqual([80, 70])
  await next('second')
  expect(told).toEqual(['first', 'second'])
})
