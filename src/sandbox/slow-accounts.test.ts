import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSlowAccounts } from './slow-accounts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const runFor = (accounts: ReturnType<typeof createSlowAccounts>, account: string, ms: number) => {
  const end = accounts.begin(account, () => undefined)
  vi.advanceTimersByTime(ms)
  end()
}

test('a run is slow from a tenth of a second on, and says so once', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  const onSlow = vi.fn()
  const end = accounts.begin('mallory', onSlow)
  vi.advanceTimersByTime(99)
  expect([accounts.running(), onSlow.mock.calls.length]).toEqual([0, 0])
  vi.advanceTimersByTime(1)
  expect([accounts.running(), onSlow.mock.calls.length]).toEqual([1, 1])
  end()
  expect(accounts.running()).toBe(0)
})

test('who was slow waits while another slow run is under way, and nobody else does', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  runFor(accounts, 'mallory', 1000)
  runFor(accounts, 'ada', 5)
  expect(accounts.mustWait('mallory')).toBe(false)
  const end = accounts.begin('mallory', () => undefined)
  // Taken for slow from its beginning.
  expect(accounts.running()).toBe(1)
  runFor(accounts, 'eve', 1000)
  expect(['mallory', 'eve', 'ada'].map(accounts.mustWait)).toEqual([true, true, false])
  end()
  expect(accounts.mustWait('eve')).toBe(false)
})

test('half a minute later it is forgotten, and a quick run changes nothing before', () => {
  const accounts = createSlowAccounts({ atOnce: 0 })
  runFor(accounts, 'mallory', 1000)
  runFor(accounts, 'mallory', 1)
  vi.advanceTimersByTime(29_998)
  expect(accounts.mustWait('mallory')).toBe(true)
  vi.advanceTimersByTime(2)
  expect(accounts.mustWait('mallory')).toBe(false)
})
