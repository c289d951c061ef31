import type { Pool } from 'pg'
import { keepPlaces, takePlaces } from './places.queries.ts'

interface PlacesOptions {
  readonly pool: Pool
  readonly executorId: string
  /** Runs of one account that all processes together may have at work. */
  readonly most: number
  readonly deadAfterMs: number
}

/** The places of one account in this process. */
interface Share {
  /** May be at work here. */
  held: number
  /** Are at work here. */
  used: number
  /** Want to be. */
  waiting: number
  /** The database is being asked, or told what is given back. */
  underWay: Promise<void> | undefined
}

/** A process keeps a sixteenth of an account's places in reserve while it has runs of it, so that few starts ask for one. */
const RESERVE = 16

/**
 * How many runs of an account are at work in all processes together is limited by places, which a process takes from the
 * database several at a time and gives back when it has no use for them. Those of a process that dies are free again
 * when its signs of life are old.
 */
export function createPlaces({ pool, executorId, most, deadAfterMs }: PlacesOptions) {
  const shares = new Map<string, Share>()
  const reserve = Math.floor(most / RESERVE)

  function shareOf(ownerId: string): Share {
    const share = shares.get(ownerId) ?? { held: 0, used: 0, waiting: 0, underWay: undefined }
    shares.set(ownerId, share)
    return share
  }

  async function ask(ownerId: string, share: Share): Promise<void> {
    const wanted = Math.min(most, share.used + share.waiting + reserve)
    share.held = await takePlaces(pool, { ownerId, executorId, has: share.used, wanted, most, deadAfterMs })
  }

  function isThere(share: Share): boolean {
    if (share.used >= share.held) return false
    share.used += 1
    return true
  }

  async function takeFrom(ownerId: string, share: Share): Promise<boolean> {
    share.waiting += 1
    try {
      for (let looks = 0; looks < 2; looks++) {
        // What was under way already did not ask for this one.
        const isLate = share.underWay !== undefined
        share.underWay ??= ask(ownerId, share).finally(() => {
          share.underWay = undefined
        })
        await share.underWay
        if (isThere(share)) return true
        if (!isLate) return false
      }
      return false
    } finally {
      share.waiting -= 1
    }
  }

  return {
    /** False when the account has no place left. Whoever is told true leaves it later. */
    async take(ownerId: string): Promise<boolean> {
      if (most === Number.POSITIVE_INFINITY) return true
      const share = shareOf(ownerId)
      if (share.underWay === undefined && isThere(share)) return true
      return share.used < most && takeFrom(ownerId, share)
    },
    leave(ownerId: string): void {
      const share = shares.get(ownerId)
      if (share !== undefined && share.used > 0) share.used -= 1
    },
    /** Gives back what nobody needs here. */
    async giveBack(): Promise<void> {
      const idle = [...shares].filter(
        ([, { held, used, waiting, underWay }]) =>
          underWay === undefined && waiting === 0 && (used === 0 || held > used + reserve),
      )
      if (idle.length === 0) return
      const kept = idle.map(([ownerId, { used }]) => ({ ownerId, places: used === 0 ? 0 : used + reserve }))
      const told = keepPlaces(pool, executorId, kept)
      for (const [at, [ownerId, share]] of idle.entries()) {
        const { held } = share
        share.held = kept[at]?.places ?? 0
        const isTold = () => {
          if (share.held === 0 && share.waiting === 0) shares.delete(ownerId)
        }
        const isNot = () => {
          share.held = held
        }
        share.underWay = told.then(isTold, isNot).finally(() => {
          share.underWay = undefined
        })
      }
      await told
    },
  }
}

export type Places = ReturnType<typeof createPlaces>
