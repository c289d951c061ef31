import type { Pool } from 'pg'
import type { EngineLog } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { calledLines, giveTurns, type Line, linesWithPlaces, lockLine } from './line.queries.ts'

/** Rounds until the next look at every line, which is for nothing unless somebody has changed rows by hand. */
const THOROUGH_EVERY = 240

/**
 * Sees that of each line as many runs are at work as may be, in the order in which they were accepted. A run holds its
 * place from its turn to its end, also while it waits and when its process dies: else the next event of the same key
 * would overtake it. Who has a place is decided by the rows alone, so whatever is missed here the next round gives.
 */
export function createLines({ pool, log }: { readonly pool: Pool; readonly log: EngineLog }) {
  let round = 0
  let underWay: Promise<void> | undefined
  let isCalled = false

  async function admit(line: Line): Promise<void> {
    try {
      await inTransaction(pool, async (client) => {
        await lockLine(client, line)
        await giveTurns(client, line)
      })
    } catch (error) {
      log.warn({ err: error, workflowId: line.workflowId }, 'A run that waits for its turn gets it a moment later')
    }
  }

  async function admitCalled(): Promise<void> {
    while (isCalled) {
      isCalled = false
      for (const line of await calledLines(pool).catch(() => [])) await admit(line)
    }
  }

  return {
    admit,
    /** A run with a place has ended: whoever is next gets it. Ends of several runs at the same time are one look. */
    leave(): Promise<void> {
      isCalled = true
      underWay ??= admitCalled().finally(() => {
        underWay = undefined
      })
      return underWay
    },
    async admitAll(): Promise<void> {
      const lines = round++ % THOROUGH_EVERY === 0 ? linesWithPlaces : calledLines
      for (const line of await lines(pool)) await admit(line)
    },
  }
}

export type Lines = ReturnType<typeof createLines>
