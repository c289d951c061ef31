import { expect, test } from 'vitest'
import { chooseRuns, fits, type Held } from './room.ts'

const held = (ownerId: string, bytes: number): Held => ({ ownerId, bytes })
const waiting = (id: string, bytes: number) => ({ id, ownerId: id.charAt(0), bytes })
const chosen = (now: readonly Held[], ...runs: [string, number][]) => {
  const choice = chooseRuns(
    now,
    runs.map(([id, bytes]) => waiting(id, bytes)),
    90,
  )
  return [choice.runs.map(({ id }) => id), choice.keptFree]
}

test.each<[string, readonly Held[], Held, boolean]>([
  ['a run that is alone may hold everything', [], held('a', 90), true],
  ['and no more than that', [], held('a', 91), false],
  ['beside others what they leave', [held('b', 30)], held('a', 60), true],
  ['not a byte more', [held('b', 30)], held('a', 61), false],
  ['several of one account hold two thirds together', [held('a', 30)], held('a', 30), true],
  ['not a byte more', [held('a', 30)], held('a', 31), false],
  ['which leaves a third to another one', [held('a', 30), held('a', 30)], held('b', 30), true],
])('%s', (_title, others, run, expected) => {
  expect(fits(others, run, 90)).toBe(expected)
})

test('what is kept free for an account is so for its own later runs, and what is kept free for all for everybody', () => {
  const own = [{ ownerId: 'a', bytes: 40 }]
  expect([fits([], held('a', 30), 90, own), fits([], held('b', 90), 90, own)]).toEqual([false, true])
  expect([fits([], held('a', 20), 90, own), fits([], held('a', 21), 90, own)]).toEqual([true, false])
  const all = [{ ownerId: null, bytes: 40 }]
  expect([fits([], held('a', 50), 90, all), fits([], held('b', 51), 90, all)]).toEqual([true, false])
})

test('the oldest comes first, and of several accounts the one that holds least', () => {
  expect(chosen([], ['a1', 30], ['a2', 30], ['b1', 30])).toEqual([['a1', 'b1', 'a2'], []])
  expect(chosen([held('a', 20)], ['a1', 30], ['b1', 30], ['c1', 30])).toEqual([
    ['b1', 'c1'],
    [{ ownerId: 'a', bytes: 30 }],
  ])
})

test('a small run does not pass by an older one of its account that finds no room', () => {
  expect(chosen([held('a', 50)], ['a1', 20], ['a2', 5])).toEqual([[], [{ ownerId: 'a', bytes: 20 }]])
})

test('small runs of others do not take what the largest waits for, but what is left beside it', () => {
  expect(chosen([held('b', 60)], ['a1', 40], ['c1', 10], ['d1', 5])).toEqual([[], [{ ownerId: null, bytes: 40 }]])
  expect(chosen([held('a', 45)], ['a1', 20], ['c1', 25], ['d1', 20])).toEqual([
    ['c1', 'd1'],
    [{ ownerId: 'a', bytes: 20 }],
  ])
  expect(chosen([held('a', 45)], ['a1', 20], ['c1', 25])).toEqual([['c1'], [{ ownerId: 'a', bytes: 20 }]])
})

test('what an account cannot hold beside its own long run is not kept free from others, only from itself', () => {
  const now = [held('a', 50), held('b', 20)]
  const choice = chooseRuns(now, [waiting('a1', 60)], 90)
  expect(choice).toEqual({ runs: [], keptFree: [{ ownerId: 'a', bytes: 60 }] })
  expect(fits(now, held('c', 20), 90, choice.keptFree)).toBe(true)
  expect(fits([held('a', 10), held('b', 45)], held('a', 5), 90, [{ ownerId: 'a', bytes: 40 }])).toBe(false)
  expect(chosen([held('a', 10), held('b', 45)], ['a1', 50])).toEqual([[], [{ ownerId: null, bytes: 50 }]])
})

test('of ten thousand accounts each has its turn, those that hold the same in their order', () => {
  const accounts = Array.from({ length: 10_000 }, (_, n) => `owner-${n}`)
  const runs = accounts.flatMap((ownerId) => [1, 2].map((n) => ({ id: `${ownerId}-${n}`, ownerId, bytes: 1 })))
  const first = accounts.map((ownerId) => `${ownerId}-1`)
  const second = accounts.slice(0, 5).map((ownerId) => `${ownerId}-2`)
  expect(chooseRuns([], runs, 10_005).runs.map(({ id }) => id)).toEqual([...first, ...second])
})

test('a run that needs more than a process has is tried when nothing else is at work', () => {
  expect(chosen([held('b', 1)], ['a1', 500])).toEqual([[], [{ ownerId: null, bytes: 90 }]])
  expect(chosen([], ['a1', 500])).toEqual([['a1'], []])
})
