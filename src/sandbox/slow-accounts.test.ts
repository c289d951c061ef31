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

test('a run is slow after 60 ms of work, and says so once', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  const heard = vi.fn<() => void>()
  const end = accounts.begin('mallory', { worked, onSlow: heard })
  vi.advanceTimersByTime(59)
  expect(heard).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveBeenCalledTimes(1)
  end()
  expect(accounts.mustWait('mallory')).toBe(false)
})

test('the run of somebody who is known for slow ones is taken for slow from its beginning', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  runFor(accounts, 'mallory', 1000)
  expect(['mallory', 'ada'].map(accounts.isKnown)).toEqual([true, false])
  const heard = vi.fn<() => void>()
  const end = accounts.begin('mallory', { worked, onSlow: heard })
  expect(heard).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveBeenCalledTimes(1)
  end()
})

test('who is known for slow runs waits while another slow one is under way, and nobody else does', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  runFor(accounts, 'mallory', 1000)
  runFor(accounts, 'ada', 5)
  expect(accounts.mustWait('mallory')).toBe(false)
  const end = accounts.begin('mallory', { worked, onSlow })
  runFor(accounts, 'eve', 1000)
  expect(['mallory', 'eve', 'ada'].map(accounts.mustWait)).toEqual([true, true, false])
  end()
  expect(accounts.mustWait('eve')).toBe(false)
})

test('a hiccup makes nobody known, several slow runs do, and quick ones do not count', () => {
  const accounts = createSlowAccounts({ atOnce: 0 })
  for (let run = 0; run < 50; run++) runFor(accounts, 'ada', 59)
  runFor(accounts, 'ada', 300)
  expect(accounts.mustWait('ada')).toBe(false)
  runFor(accounts, 'ada', 300)
  expect(accounts.mustWait('ada')).toBe(true)
})

test('a run that waits for the processor is not slow, however long it takes', () => {
  const accounts = createSlowAccounts({ atOnce: 0 })
  const heard = vi.fn<() => void>()
  const end = accounts.begin('ada', { worked: () => performance.now() / 100, onSlow: heard })
  vi.advanceTimersByTime(5900)
  expect(heard).not.toHaveBeenCalled()
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

test('an account is new until one of its runs was quick, and its runs are untold until they end or become slow', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  const ends = ['ada', 'mallory'].map((account) => accounts.begin(account, { worked, onSlow }))
  expect(accounts.untold()).toBe(2)
  vi.advanceTimersByTime(10)
  ends[0]?.()
  expect(accounts.untold()).toBe(1)
  vi.advanceTimersByTime(50)
  expect(accounts.untold()).toBe(0)
  ends[1]?.()
  expect(accounts.untold()).toBe(0)
  expect(['ada', 'mallory', 'eve'].map(accounts.isNew)).toEqual([false, true, true])
  const end = accounts.begin('ada', { worked, onSlow })
  expect(accounts.untold()).toBe(0)
  end()
})

test('of ten thousand quick accounts the one that was seen longest ago is new again', () => {
  const accounts = createSlowAccounts({ atOnce: 1 })
  runFor(accounts, 'ada', 5)
  runFor(accounts, 'bob', 5)
  for (let n = 0; n < 9998; n++) runFor(accounts, `account ${n}`, 0)
  runFor(accounts, 'ada', 5)
  runFor(accounts, 'one more', 0)
  expect(['ada', 'bob'].map(accounts.isNew)).toEqual([false, true])
})
