import type { WaitingRun } from '#src/engine/engine.ts'

/** A run that is at work in this process, or will be in a moment. */
export interface Held {
  readonly ownerId: string
  readonly bytes: number
}

/** What is kept free for a run that is next, so that later ones which need less do not pass it by for ever. */
export interface KeptFree {
  /** Whose later runs may not have it; null for all accounts. */
  readonly ownerId: string | null
  readonly bytes: number
}

/** Of what all accounts may hold; a run that is the only one of its account may hold more. The rest is for others. */
const SHARE_OF_ACCOUNT = 2 / 3

export const bytesOf = (held: readonly Held[]): number => held.reduce((sum, { bytes }) => sum + bytes, 0)

const ownOf = (held: readonly Held[], ownerId: string): number => bytesOf(held.filter((one) => one.ownerId === ownerId))

/** Whether a run may hold so much beside the others. */
export function fits(others: readonly Held[], run: Held, most: number, keptFree: readonly KeptFree[] = []): boolean {
  const own = ownOf(others, run.ownerId)
  const freeOf = (ownerId: string | null) => keptFree.find((free) => free.ownerId === ownerId)?.bytes ?? 0
  const ownFree = freeOf(run.ownerId)
  const isAlone = own + ownFree === 0
  return (
    bytesOf(others) + run.bytes + freeOf(null) <= most &&
    (isAlone || own + run.bytes + ownFree <= most * SHARE_OF_ACCOUNT)
  )
}

export interface Choice {
  /** In the order in which they get room. */
  readonly runs: readonly WaitingRun[]
  readonly keptFree: readonly KeptFree[]
}

/**
 * Which of the runs that wait, the oldest first, have room now. The account that holds least comes next, with its oldest
 * run. What one needs is kept free if its own account has no room, and of those for which nobody has, for the first.
 */
export function chooseRuns(held: readonly Held[], waiting: readonly WaitingRun[], most: number): Choice {
  const runs: WaitingRun[] = []
  const now: Held[] = [...held]
  const lines = Map.groupBy(waiting, ({ ownerId }) => ownerId)
  const keptFree: KeptFree[] = []
  while (lines.size > 0) {
    const [ownerId = ''] = [...lines.keys()].sort((a, b) => ownOf(now, a) - ownOf(now, b))
    const [next, ...later] = lines.get(ownerId) ?? []
    lines.delete(ownerId)
    if (next === undefined) continue
    // What one process can never hold beside others is tried where nothing else is at work.
    const run = { id: next.id, ownerId, bytes: Math.min(next.bytes, most) }
    if (fits(now, run, most, keptFree)) {
      runs.push(run)
      now.push(run)
      if (later.length > 0) lines.set(ownerId, later)
      continue
    }
    const blocked = fits(now, run, most) ? undefined : bytesOf(now) + run.bytes > most ? null : ownerId
    if (blocked !== undefined && !keptFree.some((free) => free.ownerId === blocked))
      keptFree.push({ ownerId: blocked, bytes: run.bytes })
  }
  return { runs, keptFree }
}
