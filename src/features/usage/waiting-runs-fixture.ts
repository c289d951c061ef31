import type { Pool } from 'pg'
import type { NodeRegistry } from '#src/engine/engine.ts'
import { chainOf, nodesWith } from '#src/engine/engine-fixture.ts'
import { z } from '#src/lib/zod.ts'
import { createRunSizes } from './run-sizes.server.ts'

/** What all runs of a process may hold in the tests of runs that wait for room. */
export const MOST = 100_000

const Payload = z.object({ bytes: z.int(), fails: z.boolean().default(false) })

/** `fetch` gives as many characters as the event says; `send` ends when the row that it makes is opened. */
export const graph = chainOf([
  { key: 'start', type: 'webhook' },
  { key: 'fetch', type: 'effect', config: { name: 'fetch' } },
  { key: 'send', type: 'effect', config: { name: 'send' } },
])

export const GATES = `create table gate (run uuid, step text, is_open boolean not null default false,
  place bigint generated always as identity)`

export const nodesAt = (pool: Pool): NodeRegistry =>
  nodesWith(async (step, { run, trigger, signal }) => {
    const { bytes, fails } = Payload.parse(trigger)
    await pool.query('insert into gate (run, step) values ($1, $2)', [run.id, step])
    if (step === 'fetch') return 'x'.repeat(bytes)
    while (!signal.aborted) {
      const { rowCount } = await pool.query(`select from gate where run = $1 and step = 'send' and is_open`, [run.id])
      if (rowCount !== 0) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (fails) throw new Error('It is broken')
    return step
  })

export const sizesAt = (pool: Pool) =>
  createRunSizes({
    pool,
    limits: { storedBytes: 1e9 },
    maxAtWork: MOST,
    onError: (error) => {
      throw error
    },
  })
