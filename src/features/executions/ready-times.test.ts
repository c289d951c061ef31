import { expect, test } from 'vitest'
import { readyTimes } from './ready-times.ts'

const at = (ms: number) => new Date(1_000_000 + ms).toISOString()
const ran = (nodeId: string, from: number, ms: number | null, more: object = {}) => ({
  nodeId,
  startedAt: at(from),
  durationMs: ms,
  status: 'succeeded' as const,
  ...more,
})
const edges = [
  { from: 'a', port: 'out', to: 'b' },
  { from: 'a', port: 'out', to: 'c' },
  { from: 'b', port: 'out', to: 'd' },
  { from: 'c', port: 'out', to: 'd' },
]
const ready = (...steps: Parameters<typeof readyTimes>[1][number][]) =>
  Object.fromEntries(readyTimes({ edges }, steps, at(0)))

test('a step is ready when the last of those before it is done, the first one with the run', () => {
  const times = ready(ran('a', 5, 10), ran('b', 16, 4), ran('c', 15, 30), ran('d', 50, 1))
  expect(times).toEqual({ a: at(0), b: at(15), c: at(15), d: at(45) })
})

test('no step is ready after it began', () => {
  expect(ready(ran('a', 0, 20), ran('b', 18, 1)).b).toBe(at(18))
})

test('who has not begun, was passed by or taken over waited for nothing', () => {
  const skipped = { ...ran('b', 0, 0, { status: 'skipped' }), startedAt: null, durationMs: null }
  expect(ready(ran('a', 0, 5, { status: 'reused' }), skipped, ran('c', 9, 1))).toEqual({ c: at(0) })
})

test('in a turn only steps of that turn count; of its first step nobody knows', () => {
  const turn = (nodeId: string, from: number, ms: number, iteration: string) => ran(nodeId, from, ms, { iteration })
  expect(ready(ran('a', 0, 90), turn('b', 10, 5, '0'), turn('d', 17, 1, '0'), turn('d', 60, 1, '1'))).toEqual({
    a: at(0),
    'd@0': at(15),
  })
})
