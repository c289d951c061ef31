import { expect, test } from 'vitest'
import { type Clock, createToasts, SHOWN_MS } from './toasts.ts'

/** Time moves only when told. */
function handClock() {
  let now = 1_000
  const due = new Map<() => void, number>()
  const clock: Clock = {
    now: () => now,
    after: (ms, callback) => {
      due.set(callback, now + ms)
      return () => void due.delete(callback)
    },
  }
  const pass = (ms: number) => {
    now += ms
    for (const [callback, at] of due)
      if (at <= now) {
        due.delete(callback)
        callback()
      }
  }
  return { clock, pass }
}

function aToaster() {
  const { clock, pass } = handClock()
  const toasts = createToasts(clock)
  const visible = () => toasts.getState().visible?.title
  return { toasts, pass, visible }
}

test('a success leaves after 6 s and stays in the tray as read', () => {
  const { toasts, pass, visible } = aToaster()
  toasts.show({ kind: 'success', title: 'Saved' })
  pass(SHOWN_MS - 1)
  expect(visible()).toBe('Saved')
  pass(1)
  expect(visible()).toBeUndefined()
  expect(toasts.getState()).toMatchObject({ unreadErrors: 0, entries: [{ title: 'Saved', read: true, at: 1000 }] })
})

test('an error stays until it is dismissed', () => {
  const { toasts, pass, visible } = aToaster()
  const id = toasts.show({ kind: 'error', title: 'Login failed' })
  pass(3_600_000)
  expect(visible()).toBe('Login failed')
  toasts.dismiss(id)
  expect(visible()).toBeUndefined()
  expect(toasts.getState().unreadErrors).toBe(0)
})

test('a note that persists stays as an error does, and is none', () => {
  const { toasts, pass, visible } = aToaster()
  toasts.show({ kind: 'info', title: 'A new version is ready', persists: true })
  pass(3_600_000)
  expect(visible()).toBe('A new version is ready')
  expect(toasts.getState()).toMatchObject({ unreadErrors: 0, visible: { destructive: false } })
})

test('only errors are counted until they are read', () => {
  const { toasts } = aToaster()
  toasts.show({ kind: 'success', title: 'Copied to clipboard' })
  toasts.show({ kind: 'info', title: 'Reset to the defaults' })
  expect(toasts.getState().unreadErrors).toBe(0)
  const id = toasts.show({ kind: 'error', title: 'Run failed' })
  toasts.show({ kind: 'error', title: 'Publish failed' })
  expect(toasts.getState().unreadErrors).toBe(2)
  toasts.dismiss(id)
  expect(toasts.getState().unreadErrors).toBe(1)
})

test('a success after an unread error is shown first, then the error comes back', () => {
  const { toasts, pass, visible } = aToaster()
  toasts.show({ kind: 'error', title: 'Run failed' })
  toasts.show({ kind: 'success', title: 'Copied to clipboard' })
  expect(visible()).toBe('Copied to clipboard')
  expect(toasts.getState().waiting).toBe(1)
  pass(SHOWN_MS)
  expect(visible()).toBe('Run failed')
})

test('an error covers a success, which then gets the time it has left', () => {
  const { toasts, pass, visible } = aToaster()
  toasts.show({ kind: 'success', title: 'Saved' })
  pass(2_000)
  const error = toasts.show({ kind: 'error', title: 'Run failed' })
  pass(60_000)
  toasts.dismiss(error)
  expect(visible()).toBe('Saved')
  pass(3_999)
  expect(visible()).toBe('Saved')
  pass(1)
  expect(visible()).toBeUndefined()
})

test('the time stands still while held', () => {
  const { toasts, pass, visible } = aToaster()
  toasts.show({ kind: 'success', title: 'Saved' })
  pass(5_000)
  toasts.hold()
  pass(60_000)
  expect(visible()).toBe('Saved')
  toasts.release()
  pass(999)
  expect(visible()).toBe('Saved')
  pass(1)
  expect(visible()).toBeUndefined()
})

test('a burst keeps three successes waiting and every error', () => {
  const { toasts } = aToaster()
  for (const title of ['E1', 'E2', 'E3', 'E4']) toasts.show({ kind: 'error', title })
  for (const title of ['1', '2', '3', '4', '5']) toasts.show({ kind: 'success', title })
  expect(toasts.getState().waiting).toBe(6)
  expect(toasts.getState().entries.map((entry) => entry.title)).toEqual([
    '5',
    '4',
    '3',
    '2',
    '1',
    'E4',
    'E3',
    'E2',
    'E1',
  ])
})

test('the tray keeps the newest 50', () => {
  const { toasts } = aToaster()
  for (let number = 1; number <= 51; number++) toasts.show({ kind: 'info', title: String(number) })
  expect(toasts.getState().entries).toHaveLength(50)
  expect(toasts.getState().entries.at(-1)?.title).toBe('2')
})

test('opening the tray reads everything; clearing empties it', () => {
  const { toasts, visible } = aToaster()
  toasts.show({ kind: 'error', title: 'Run failed' })
  toasts.markAllRead()
  expect(toasts.getState()).toMatchObject({
    unreadErrors: 0,
    waiting: 0,
    entries: [{ title: 'Run failed', read: true }],
  })
  expect(visible()).toBeUndefined()
  toasts.clear()
  expect(toasts.getState().entries).toEqual([])
})

test('errors are destructive unless told otherwise', () => {
  const { toasts } = aToaster()
  toasts.show({ kind: 'error', title: 'A' })
  toasts.show({ kind: 'error', title: 'B', destructive: false })
  toasts.show({ kind: 'success', title: 'C' })
  expect(toasts.getState().entries.map((entry) => entry.destructive)).toEqual([false, false, true])
})

test('listeners hear of every change until they leave', () => {
  const { toasts } = aToaster()
  let heard = 0
  const leave = toasts.subscribe(() => heard++)
  const id = toasts.show({ kind: 'info', title: 'A' })
  toasts.dismiss(id)
  leave()
  toasts.show({ kind: 'info', title: 'B' })
  expect(heard).toBe(2)
})

test('what must be decided upon stays as long as it says', () => {
  const { toasts, pass, visible } = aToaster()
  toasts.show({ kind: 'success', title: 'Deleted', shownMs: 15_000 })
  pass(14_999)
  expect(visible()).toBe('Deleted')
  pass(1)
  expect(visible()).toBeUndefined()
})
