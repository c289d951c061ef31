import type { Db } from '#src/server/database.ts'
import { addSearches } from './site-figures.queries.ts'

/** A row that every search wrote to would make them wait for each other. */
const WRITTEN_EVERY_MS = 10_000

export interface SearchCounter {
  count(found: boolean): void
  /** Writes down what was counted since. */
  flush(): Promise<void>
}

export function createSearchCounter(
  db: Db,
  { onError, now = Date.now }: { onError: (error: unknown) => void; now?: () => number },
): SearchCounter {
  let searches = 0
  let missed = 0
  let writtenAt = now()
  const flush = async () => {
    writtenAt = now()
    if (searches === 0) return
    const counted = { searches, missed }
    searches = 0
    missed = 0
    await addSearches(db, counted)
  }
  return {
    count(found) {
      searches += 1
      if (!found) missed += 1
      // A figure that is lost is no reason to fail a search.
      if (now() - writtenAt >= WRITTEN_EVERY_MS) flush().catch(onError)
    },
    flush,
  }
}
