import { expect, test } from 'vitest'
import { silentLog } from './engine-fixture.ts'
import { repeat } from './repeat.ts'

test('work goes on after a failure, which is reported', async () => {
  const errors: string[] = []
  let count = 0
  const work = async () => {
    count++
    if (count === 1) throw new Error('once')
  }
  const stop = repeat('The work', 1, work, { ...silentLog, error: (_details, message) => errors.push(message) })
  await expect.poll(() => count).toBeGreaterThan(2)
  await stop()
  expect(errors).toEqual(['The work failed'])
})

test('after the end nothing is begun, and what is under way is waited for', async () => {
  const gate = Promise.withResolvers<void>()
  let begun = 0
  let ended = 0
  const stop = repeat(
    'The work',
    1,
    async () => {
      begun++
      await gate.promise
      ended++
    },
    silentLog,
  )
  await expect.poll(() => begun).toBe(1)
  const stopped = stop()
  gate.resolve()
  await stopped
  expect([begun, ended]).toEqual([1, 1])
})
