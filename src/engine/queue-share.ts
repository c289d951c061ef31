import type { Pool } from 'pg'
import { BACKGROUND_QUEUE, setBackgroundPace } from './dbos.ts'
import { fairShare, MOST_ACCOUNTS } from './decide/fair-share.ts'
import { CALM_AFTER, pollPace } from './decide/poll-pace.ts'
import { countAccounts } from './queue-share.queries.ts'

/**
 * Sees that no accounts together take all places of a process, and that a queue in which nothing waits is not looked
 * into twenty times a second: the library does what the queue says, so that is told to the queue anew when the number of
 * accounts changes. Each worker does it, and comes to the same; one that has just started has told the queue what it is
 * when calm, so the others say it again for as long as they know better.
 */
export function createQueueShare(pool: Pool) {
  let looksInVain = CALM_AFTER
  return async function share(): Promise<void> {
    const accounts = await countAccounts(pool, BACKGROUND_QUEUE, MOST_ACCOUNTS)
    if (accounts === 0 && looksInVain >= CALM_AFTER) return
    looksInVain = accounts === 0 ? looksInVain + 1 : 0
    await setBackgroundPace({ places: fairShare(accounts), pollMs: pollPace(looksInVain) })
  }
}
