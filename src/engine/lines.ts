import type { Pool } from 'pg'
import type { EngineLog } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { giveTurns, type Line, lineOf, linesWithPlaces, lockLine } from './line.queries.ts'

/**
 * Sees that of each line as many runs are at work as may be, in the order in which they were accepted. A run holds its
 * place from its turn to its end, also while it waits and when its process dies: else the next event of the same key
 * would overtake it. Who has a place is decided by the rows alone, so whatever is missed here the next round gives.
 */
export function createLines({ pool, log }: { readonly pool: Pool; readonly log: EngineLog }) {
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

  return {
    admit,
    /** The run has ended: whoever is next gets its place. */
    async leave(executionId: string): Promise<void> {
      const line = await lineOf(pool, executionId).catch(() => undefined)
      if (line !== undefined) await admit(line)
    },
    async admitAll(): Promise<void> {
      for (const line of await linesWithPlaces(pool)) await admit(line)
    },
  }
}

export type Lines = ReturnType<typeof createLines>
