/** Short messages about what just happened. A store without React; src/ui/toaster.tsx shows it. */
export type ToastKind = 'success' | 'error' | 'info'

export type ToastAction =
  | { readonly label: string; readonly href: string }
  | { readonly label: string; readonly onClick: () => void }

export interface ToastInput {
  readonly kind: ToastKind
  readonly title: string
  readonly description?: string | undefined
  readonly action?: ToastAction | undefined
  /** Stays until it is dismissed; errors do unless told otherwise. */
  readonly persists?: boolean
  /** For what must be decided upon: how long it stays. */
  readonly shownMs?: number
  /** Red style; errors have it unless told otherwise. */
  readonly destructive?: boolean
}

export interface Toast extends ToastInput {
  readonly id: number
  readonly destructive: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** Dismissed, seen for its whole time, or seen in the tray. */
  readonly read: boolean
}

export interface ToastState {
  /** The one on the screen. */
  readonly visible: Toast | undefined
  /** How many come back after it. */
  readonly waiting: number
  /** The tray, newest first. */
  readonly entries: readonly Toast[]
  /** Errors that nobody has seen off. */
  readonly unreadErrors: number
}

export interface Clock {
  now(): number
  /** Calls back after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void
}

export const SHOWN_MS = 6000
/** Of a toast with Undo; in the tray it can be found for longer. */
export const UNDO_SHOWN_MS = 15_000
const MAX_WAITING = 3
const MAX_ENTRIES = 50

const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

interface Shown {
  readonly id: number
  readonly persists: boolean
  leftMs: number
}

/** Runs down the time of the toast on the screen; stopping keeps what is left of it. */
function createCountdown(clock: Clock, onEnd: (id: number) => void) {
  let running: { readonly shown: Shown; readonly since: number; readonly stop: () => void } | undefined
  return {
    isRunning: () => running !== undefined,
    start(shown: Shown | undefined) {
      if (shown === undefined || shown.persists) return
      const stop = clock.after(Math.max(shown.leftMs, 0), () => onEnd(shown.id))
      running = { shown, since: clock.now(), stop }
    },
    stop() {
      if (running) running.shown.leftMs -= clock.now() - running.since
      running?.stop()
      running = undefined
    },
  }
}

/**
 * The newest toast is shown at once; what it covers waits with the time it has left and comes back.
 * An error stays until it is dismissed. Every toast stays in the tray.
 */
export function createToasts(clock: Clock = systemClock) {
  let entries: readonly Toast[] = []
  let stack: readonly Shown[] = []
  let lastId = 0
  let held = false
  let state: ToastState = { visible: undefined, waiting: 0, entries, unreadErrors: 0 }
  const listeners = new Set<() => void>()

  const top = () => stack.at(-1)
  const countdown = createCountdown(clock, (id) => remove(id))
  const startClock = () => {
    if (!held) countdown.start(top())
  }
  const publish = () => {
    state = {
      visible: entries.find((entry) => entry.id === top()?.id),
      waiting: Math.max(stack.length - 1, 0),
      entries,
      unreadErrors: entries.filter(({ kind, read }) => kind === 'error' && !read).length,
    }
    for (const listener of listeners) listener()
  }
  const markRead = (which: (entry: Toast) => boolean) => {
    entries = entries.map((entry) => (which(entry) ? { ...entry, read: true } : entry))
  }
  const remove = (id: number) => {
    countdown.stop()
    stack = stack.filter((shown) => shown.id !== id)
    markRead((entry) => entry.id === id)
    startClock()
    publish()
  }

  const show = (input: ToastInput): number => {
    countdown.stop()
    const id = ++lastId
    const isError = input.kind === 'error'
    const persists = input.persists ?? isError
    entries = [
      { ...input, id, at: clock.now(), read: false, destructive: input.destructive ?? isError },
      ...entries,
    ].slice(0, MAX_ENTRIES)
    stack = [...withoutOldest(stack, MAX_WAITING - 1), { id, persists, leftMs: input.shownMs ?? SHOWN_MS }]
    startClock()
    publish()
    return id
  }
  return {
    show,
    dismiss: remove,
    /** While the pointer or the focus is on the toast its time stands still. */
    hold: () => {
      countdown.stop()
      held = true
    },
    release: () => {
      held = false
      if (!countdown.isRunning()) startClock()
    },
    /** The tray was opened: all has been seen, and what waited leaves. */
    markAllRead: () => {
      countdown.stop()
      stack = []
      markRead(() => true)
      publish()
    },
    clear: () => {
      countdown.stop()
      stack = []
      entries = []
      publish()
    },
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Drops the oldest of what would leave by itself until `keep` of these are left; errors are never dropped. */
function withoutOldest(stack: readonly Shown[], keep: number): readonly Shown[] {
  const passing = stack.filter((shown) => !shown.persists)
  const dropped = new Set(passing.slice(0, Math.max(passing.length - keep, 0)))
  return stack.filter((shown) => !dropped.has(shown))
}

export type Toasts = ReturnType<typeof createToasts>

/** The toasts of this browser tab. Never touched while rendering on the server. */
export const toasts: Toasts = createToasts()
export const toast = toasts.show
