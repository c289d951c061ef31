import { expect, test } from 'vitest'
import { twoAtATime } from './two-at-a-time.ts'

test('two are at work, the third begins when one of them is done, and outcomes keep their order', async () => {
  const said: string[] = []
  const ends = new Map<string, () => void>()
  const work = async (name: string) => {
    said.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return name.toUpperCase()
  }
  const outcomes = twoAtATime(['a', 'b', 'c'], work)
  expect(said).toEqual(['a', 'b'])
  ends.get('b')?.()
  expect(await outcomes[1]).toBe('B')
  await expect.poll(() => said).toEqual(['a', 'b', 'c'])
  ends.get('c')?.()
  ends.get('a')?.()
  expect(await Promise.all(outcomes)).toEqual(['A', 'B', 'C'])
})

test('a piece that fails does not keep the others', async () => {
  const outcomes = twoAtATime([1, 2, 3], async (number) => {
    if (number === 1) throw new Error('broken')
    return number
  })
  await expect(outcomes[0]).rejects.toThrow('broken')
  expect(await Promise.all(outcomes.slice(1))).toEqual([2, 3])
})
