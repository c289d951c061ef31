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

/** What runs hold together, and those of each account. */
interface Sums {
  all: number
  readonly ofAccount: Map<string, number>
}

function add(sums: Sums, { ownerId, bytes }: Held): void {
  sums.all += bytes
  sums.ofAccount.set(ownerId, ownOf(sums, ownerId) + bytes)
}

function sumsOf(held: readonly Held[]): Sums {
  const sums: Sums = { all: 0, ofAccount: new Map() }
  for (const one of held) add(sums, one)
  return sums
}

const ownOf = ({ ofAccount }: Sums, ownerId: string): number => ofAccount.get(ownerId) ?? 0

type FreeOf = ReadonlyMap<string | null, number>

function fitsBeside(others: Sums, run: Held, most: number, freeOf: FreeOf): boolean {
  const own = ownOf(others, run.ownerId)
  const ownFree = freeOf.get(run.ownerId) ?? 0
  const isAlone = own + ownFree === 0
  return (
    others.all + run.bytes + ownFree + (freeOf.get(null) ?? 0) <= most &&
    (isAlone || own + run.bytes + ownFree <= most * SHARE_OF_ACCOUNT)
  )
}

/** Whether a run may hold so much beside the others. */
export function fits(others: readonly Held[], run: Held, most: number, keptFree: readonly KeptFree[] = []): boolean {
  return fitsBeside(sumsOf(others), run, most, new Map(keptFree.map(({ ownerId, bytes }) => [ownerId, bytes])))
}

export interface Choice {
  /** In the order in which they get room. */
  readonly runs: readonly WaitingRun[]
  readonly keptFree: readonly KeptFree[]
}

/** Puts an account behind those that hold no more than it does. */
function insertInOrder(accounts: string[], ownerId: string, sums: Sums): void {
  let [low, high] = [0, accounts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ownOf(sums, accounts[middle] ?? '') <= ownOf(sums, ownerId)) low = middle + 1
    else high = middle
  }
  accounts.splice(low, 0, ownerId)
}

const NOTHING_FREE: FreeOf = new Map()

/**
 * Which of the runs that wait, the oldest first, have room now. The account that holds least comes next, with its oldest
 * run. What one needs is kept free from its own account if that could make the room by itself, and of those for which
 * nobody has any, from all for the first.
 */
export function chooseRuns(held: readonly Held[], waiting: readonly WaitingRun[], most: number): Choice {
  const runs: WaitingRun[] = []
  const now = sumsOf(held)
  const lines = Map.groupBy(waiting, ({ ownerId }) => ownerId)
  for (const line of lines.values()) line.reverse()
  const accounts = [...lines.keys()].sort((a, b) => ownOf(now, a) - ownOf(now, b))
  const freeOf = new Map<string | null, number>()
  for (let ownerId = accounts.shift(); ownerId !== undefined; ownerId = accounts.shift()) {
    const next = lines.get(ownerId)?.pop()
    if (next === undefined) continue
    // What one process can never hold beside others is tried where nothing else is at work.
    const run = { id: next.id, ownerId, bytes: Math.min(next.bytes, most) }
    if (fitsBeside(now, run, most, freeOf)) {
      runs.push(run)
      add(now, run)
      insertInOrder(accounts, ownerId, now)
    } else if (!fitsBeside(now, run, most, NOTHING_FREE)) {
      const isOwnDoing = now.all - ownOf(now, ownerId) + run.bytes <= most
      const blocked = isOwnDoing ? ownerId : null
      if (!freeOf.has(blocked)) freeOf.set(blocked, run.bytes)
    }
  }
  return { runs, keptFree: [...freeOf].map(([ownerId, bytes]) => ({ ownerId, bytes })) }
}
