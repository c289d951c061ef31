import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRuns, isKept, isSameRun, keepRun, type PastRun, readHistory, setKept } from './history.ts'

let room = new Map<string, string>()
beforeEach(() => {
  room = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => room.get(name) ?? null,
    setItem: (name: string, text: string) => void room.set(name, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

const run = (at: number, more: Partial<PastRun> = {}): PastRun => ({
  ...{ slug: 'tip', at, inputs: { bill: at }, outputs: { total: at * 2 } },
  ...more,
})
const times = () => readHistory().map(({ at }) => at)

test('the latest comes first, and the same inputs again replace the earlier run', () => {
  keepRun(run(1))
  keepRun(run(2))
  keepRun(run(3, { inputs: { bill: 1 } }))
  keepRun(run(4, { slug: 'other', inputs: { bill: 2 } }))
  expect(times()).toEqual([4, 3, 2])
})

test('a run with a secret in its inputs is not kept', () => {
  keepRun(run(1, { inputs: { text: 'AKIAIOSFODNN7EXAMPLE' } }))
  keepRun(run(2))
  expect(times()).toEqual([2])
})

test('twenty runs of a tool and two hundred of all are kept', () => {
  for (let at = 1; at <= 25; at++) keepRun(run(at))
  expect(times()).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index))
  for (let at = 100; at < 300; at++) keepRun(run(at, { slug: `tool-${at % 50}` }))
  expect(readHistory()).toHaveLength(200)
  expect(readHistory().filter(({ slug }) => slug === 'tip')).toEqual([])
})

test('a run of more than 20,000 characters is not kept, and a million in all is the most', () => {
  keepRun(run(1, { inputs: { text: 'x'.repeat(20_000) } }))
  expect(times()).toEqual([])
  for (let at = 1; at <= 80; at++) keepRun(run(at, { slug: `tool-${at}`, inputs: { text: 'x'.repeat(19_000) } }))
  const text = room.get('tool-history') ?? ''
  expect(text.length).toBeLessThanOrEqual(1_000_000)
  expect(text.length).toBeGreaterThan(950_000)
  expect(times()[0]).toBe(80)
})

test('off deletes everything and keeps nothing until it is on again', () => {
  keepRun(run(1))
  setKept(false)
  expect([isKept(), times()]).toEqual([false, []])
  keepRun(run(2))
  expect([...room.values()]).toEqual(['off'])
  setKept(true)
  keepRun(run(3))
  expect([isKept(), times()]).toEqual([true, [3]])
})

test('single runs are forgotten alone', () => {
  keepRun(run(1))
  keepRun(run(2, { slug: 'other' }))
  forgetRuns(({ slug }) => slug === 'tip')
  expect(times()).toEqual([2])
})

test('a damaged history, or a browser without storage, is an empty one', () => {
  room.set('tool-history', '{"slug":')
  expect(times()).toEqual([])
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('forbidden')
    },
    setItem() {
      throw new Error('forbidden')
    },
  })
  expect(() => keepRun(run(1))).not.toThrow()
  expect(times()).toEqual([])
})

test('a run that was made before it was forgotten is not kept afterwards; a later one is', () => {
  const now = Date.now() + 60_000
  vi.useFakeTimers({ now })
  const [bill, other] = [run(now - 1), run(now - 2)]
  keepRun({ ...bill, at: now - 600 })
  forgetRuns(isSameRun(bill))
  keepRun(bill)
  expect(times()).toEqual([])
  keepRun(other)
  expect(times()).toEqual([now - 2])
  forgetRuns(() => true)
  keepRun(other)
  expect(times()).toEqual([])
  keepRun({ ...other, at: now + 1 })
  expect(times()).toEqual([now + 1])
  vi.useRealTimers()
})
