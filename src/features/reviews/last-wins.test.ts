import { expect, test } from 'vitest'
import { lastWins } from './last-wins.ts'

test('of those that come while one is under way only the last is done, and after it', async () => {
  const { run, isBusy } = lastWins()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const begun: string[] = []
  const all = run(async () => {
    begun.push('first')
    await first.promise
    done.push('first')
  })
  for (const name of ['second', 'third'])
    void run(async () => {
      begun.push(name)
      done.push(name)
    })
  expect(begun).toEqual(['first'])
  expect(isBusy()).toBe(true)
  first.resolve()
  await all
  expect(done).toEqual(['first', 'third'])
  expect(isBusy()).toBe(false)
  await run(async () => done.push('fourth'))
  expect(done.at(-1)).toBe('fourth')
})
