export type Rate = `${number}/${'s' | 'min' | 'h' | 'd'}`

const SECONDS = { s: 1, min: 60, h: 3600, d: 86_400 } as const

export interface Limiter {
  /** Seconds to wait, 0 when the request may pass. */
  take(rate: Rate, key: string, now?: number): number
}

export function parseRate(rate: Rate): { count: number; seconds: number } {
  const [count, unit] = rate.split('/') as [string, keyof typeof SECONDS]
  return { count: Number(count), seconds: SECONDS[unit] }
}

/** The most keys that are remembered; beyond it those whose window has passed are dropped, then the oldest. */
const MAX_KEYS = 50_000

/** Counts in fixed windows, in this process. */
export function createLimiter(): Limiter {
  const windows = new Map<string, { count: number; endsAt: number }>()
  const makeRoom = (now: number) => {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key)
    // A tenth at once, or a flood of keys would have every call look through all of them.
    const kept = MAX_KEYS * 0.9
    for (const [key] of windows) {
      if (windows.size <= kept) break
      windows.delete(key)
    }
  }
  return {
    take(rate, key, now = Date.now()) {
      const { count, seconds } = parseRate(rate)
      const name = `${rate} ${key}`
      const window = windows.get(name)
      if (window === undefined || window.endsAt <= now) {
        if (windows.size >= MAX_KEYS) makeRoom(now)
        windows.delete(name)
        windows.set(name, { count: 1, endsAt: now + seconds * 1000 })
        return 0
      }
      window.count += 1
      return window.count > count ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : 0
    },
  }
}
