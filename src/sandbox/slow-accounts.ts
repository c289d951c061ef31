/** Hundreds of usual runs would have fitted into as much. */
const SLOW_MS = 100
/** For so long after a slow run the next one of its account is taken for slow, too. */
const REMEMBERED_MS = 30_000

export interface SlowAccounts {
  /** Whether a run of the account would take the place of others: it was slow lately, and so is enough of what runs. */
  mustWait(account: string): boolean
  /** Call it when a run begins, and what it gives when that has ended. `onSlow`: the run has become slow. */
  begin(account: string, onSlow: () => void): () => void
  /** How many runs are slow by now, or taken for it. */
  running(): number
}

/** Knows whose runs take long, so that they wait for each other and quick ones do not wait for them. */
export function createSlowAccounts({ atOnce }: { readonly atOnce: number }): SlowAccounts {
  const until = new Map<string, number>()
  let running = 0

  const isKnown = (account: string): boolean => {
    const end = until.get(account)
    if (end === undefined || end > performance.now()) return end !== undefined
    until.delete(account)
    return false
  }

  return {
    mustWait: (account) => running >= atOnce && isKnown(account),
    begin(account, onSlow) {
      let isSlow = isKnown(account)
      if (isSlow) running++
      const timer = setTimeout(() => {
        until.set(account, Number.POSITIVE_INFINITY)
        if (isSlow) return
        isSlow = true
        running++
        onSlow()
      }, SLOW_MS)
      return () => {
        clearTimeout(timer)
        if (until.get(account) === Number.POSITIVE_INFINITY) until.set(account, performance.now() + REMEMBERED_MS)
        if (isSlow) running--
      }
    },
    running: () => running,
  }
}
