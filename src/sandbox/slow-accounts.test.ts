import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSlowAccounts } from './slow-accounts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const worked = () => performance.now()
const onSlow = () => undefined
const runFor = (accounts: ReturnType<typeof createSlowAccounts>, account: string, ms: number) => {
  const end = accounts.begin(account, { worked, onSlow })
  vi.advanceTimersByTime(ms)
  end()
}

test('a run is slow from a tenth of a second on, and says so once', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  const heard = vi.fn<() => void>()
  const end = accounts.begin('mallory', { worked, onSlow: heard })
  vi.advanceTimersByTime(99)
  expect([accounts.running(), heard.mock.calls.length]).toEqual([0, 0])
  vi.advanceTimersByTime(1)
  expect([accounts.running(), heard.mock.calls.length]).toEqual([1, 1])
  vi.advanceTimersByTime(1000)
  expect([accounts.running(), heard.mock.calls.length]).toEqual([1, 1])
  end()
  expect(accounts.running()).toBe(0)
})

test('who is known for slow runs waits while another slow one is under way, and nobody else does', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  runFor(accounts, 'mallory', 1000)
  runFor(accounts, 'ada', 5)
  expect(accounts.mustWait('mallory')).toBe(false)
  const end = accounts.begin('mallory', { worked, onSlow })
  // Taken for slow from its beginning.
  expect(accounts.running()).toBe(1)
  runFor(accounts, 'eve', 1000)
  expect(['mallory', 'eve', 'ada'].map(accounts.mustWait)).toEqual([true, true, false])
  end()
  expect(accounts.mustWait('eve')).toBe(false)
})

test('a hiccup makes nobody known, several slow runs do, and quick ones do not count', () => {
  const accounts = createSlowAccounts({ atOnce: 0 })
  for (let run = 0; run < 50; run++) runFor(accounts, 'ada', 99)
  runFor(accounts, 'ada', 300)
  expect(accounts.mustWait('ada')).toBe(false)
  runFor(accounts, 'ada', 300)
  expect(accounts.mustWait('ada')).toBe(true)
})

test('a run that waits for the processor is not slow, however long it takes', () => {
  const accounts = createSlowAccounts({ atOnce: 0 })
  const end = accounts.begin('ada', { worked: () => performance.now() / 100, onSlow })
  vi.advanceTimersByTime(9900)
  expect(accounts.running()).toBe(0)
  end()
  expect(accounts.mustWait('ada')).toBe(false)
})

test('what somebody has held counts half as much after half a minute', () => {
  const accounts = createSlowAccounts({ atOnce: 0 })
  runFor(accounts, 'mallory', 1000)
  vi.advanceTimersByTime(29_999)
  expect(accounts.mustWait('mallory')).toBe(true)
  vi.advanceTimersByTime(2)
  expect(accounts.mustWait('mallory')).toBe(false)
})
