/** Dozens of usual runs would have fitted into as much. */
const SLOW_MS = 60
const LOOK_MS = 20
/** Who has lately held runners for so long in slow runs is known for it: more than a hiccup of the machine. */
const KNOWN_MS = 500
const HALF_LIFE_MS = 30_000
const MAX_ACCOUNTS = 1000
const MAX_QUICK_ACCOUNTS = 10_000

export interface SlowAccounts {
  /** Whether a run of the account would take the place of others: it is known for slow ones, and enough of what runs is. */
  mustWait(account: string): boolean
  /** Whether the account has lately held runners for long: its next run is taken for slow from the beginning. */
  isKnown(account: string): boolean
  /** Whether no quick run of the account has been seen: nobody can tell what its next one will be. */
  isNew(account: string): boolean
  /** How many runs of new accounts are under way that have not become slow. */
  untold(): number
  /** Call it when a run begins, and what it gives when that has ended. */
  begin(account: string, run: Begun): () => void
}

interface Begun {
  /** Milliseconds that the runner has worked: on a busy machine everybody takes long, but few work for long. */
  readonly worked: () => number
  /** The run has become slow, or is taken for it. Called once at most. */
  readonly onSlow: () => void
}

interface Held {
  readonly ms: number
  readonly at: number
}

/** Knows whose runs take long, so that they wait for each other and quick ones do not wait for them. */
export function createSlowAccounts({ atOnce }: { readonly atOnce: number }): SlowAccounts {
  const held = new Map<string, Held>()
  /** Those that were seen last come last. */
  const quick = new Set<string>()
  let running = 0
  let untold = 0

  const heldLately = (account: string): number => {
    const { ms, at } = held.get(account) ?? { ms: 0, at: 0 }
    return ms * 0.5 ** ((performance.now() - at) / HALF_LIFE_MS)
  }
  const isKnown = (account: string) => heldLately(account) >= KNOWN_MS

  function note(account: string, ms: number): void {
    const sum = heldLately(account) + ms
    if (held.size >= MAX_ACCOUNTS) for (const one of held.keys()) if (!isKnown(one)) held.delete(one)
    held.set(account, { ms: sum, at: performance.now() })
  }

  function noteQuick(account: string): void {
    quick.delete(account)
    quick.add(account)
    if (quick.size > MAX_QUICK_ACCOUNTS) for (const one of quick) return void quick.delete(one)
  }

  return {
    isNew: (account) => !quick.has(account),
    untold: () => untold,
    mustWait: (account) => running >= atOnce && isKnown(account),
    isKnown,
    begin(account, { worked, onSlow }) {
      const since = worked()
      let isUntold = !quick.has(account)
      if (isUntold) untold++
      const tell = () => {
        if (isUntold) untold--
        isUntold = false
      }
      let isSlow = false
      let ms = 0
      const slow = () => {
        isSlow = true
        running++
        tell()
        onSlow()
      }
      if (isKnown(account)) slow()
      // Most runs are over before the first look.
      const timer = setInterval(() => {
        ms = worked() - since
        if (!isSlow && ms >= SLOW_MS) slow()
      }, LOOK_MS)
      return () => {
        clearInterval(timer)
        tell()
        if (isSlow) running--
        else noteQuick(account)
        if (ms >= SLOW_MS) note(account, ms)
      }
    },
  }
}
