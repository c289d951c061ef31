import { expect, test } from 'vitest'
import { inTurn, lookAtMs, lookMs } from './looking.ts'

const NOW = Date.parse('2026-11-20T09:12:00Z')

test.each([
  ['nothing', [], 10_000],
  ['only what has ended', [{ status: 'succeeded', dueAt: null }], 10_000],
  ['one that is queued', [{ status: 'failed', dueAt: null } as const, { status: 'queued', dueAt: null }], 2000],
  ['one that runs', [{ status: 'running', dueAt: null }], 2000],
  ['a wait that is over in half a minute', [{ status: 'waiting', dueAt: '2026-11-20T09:12:30Z' }], 2000],
  ['a wait that should be over', [{ status: 'waiting', dueAt: '2026-11-20T09:11:00Z' }], 2000],
  ['a wait of days', [{ status: 'waiting', dueAt: '2026-11-23T09:12:00Z' }], 10_000],
  ['a wait without an end', [{ status: 'waiting', dueAt: null }], 10_000],
] as const)('a list of %s is looked at in time', (_, shown, ms) => {
  expect(lookMs(shown, NOW)).toBe(ms)
})

test('one run is looked at soon while it runs, seldom while it waits for long, and never once it has ended', () => {
  const ms = (['running', 'waiting', 'cancelled'] as const).map((status) => lookAtMs({ status, dueAt: null }, NOW))
  expect([...ms, lookAtMs(undefined, NOW)]).toEqual([2000, 10_000, false, false])
})

test('open rows beyond those of one call are asked for in turn, none is forgotten', () => {
  const ids = Array.from({ length: 120 }, (_, at) => `run${at}`)
  const turns = [0, 1, 2, 3].map((turn) => inTurn(ids, turn))
  expect(turns.map(({ length }) => length)).toEqual([50, 50, 20, 50])
  expect(turns.slice(0, 3).flat()).toEqual(ids)
  expect([inTurn([], 7), inTurn(ids.slice(0, 3), 7)]).toEqual([[], ids.slice(0, 3)])
})
