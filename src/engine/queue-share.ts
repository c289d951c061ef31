import type { Pool } from 'pg'
import { BACKGROUND_QUEUE, setAccountPlaces } from './dbos.ts'
import { fairShare, MOST_ACCOUNTS, PLACES } from './decide/fair-share.ts'
import { countAccounts } from './queue-share.queries.ts'

/**
 * Sees that no accounts together take all places of a process: the library lets each have as many as the queue says, so
 * that is told to the queue anew when the number of accounts changes. Each worker does it, and comes to the same.
 */
export function createQueueShare(pool: Pool) {
  let told = PLACES.account
  return async function share(): Promise<void> {
    const places = fairShare(await countAccounts(pool, BACKGROUND_QUEUE, MOST_ACCOUNTS))
    if (places === told) return
    await setAccountPlaces(places)
    told = places
  }
}
