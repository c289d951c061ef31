import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { aWorkflow, chainOf, type Owned } from './engine-fixture.ts'
import { MOVES, type Move, RunMachine } from './run-machine-fixture.ts'
import { RunModel } from './run-model-fixture.ts'
import { bothOf, LIBRARY_TABLES, RunRows } from './run-rows-fixture.ts'

vi.setConfig({ testTimeout: 600_000 })

let database: TestDatabase
let owned: Owned
beforeAll(async () => {
  database = await freshDatabase()
  owned = await aWorkflow(database.pool, [chainOf([{ key: 'start', type: 'webhook' }])])
  await database.pool.query(LIBRARY_TABLES)
})
afterAll(() => database.drop())

const moves: fc.Arbitrary<Move[]> = fc.array(fc.record({ do: fc.constantFrom(...MOVES), who: fc.nat(2) }), {
  minLength: 40,
  maxLength: 40,
})
const runs = Number(process.env.CHAOS_ROWS ?? 15)
const seed = Number(process.env.CHAOS_SEED ?? Date.now())

test(`the rows of ${runs} runs become what the model says, move by move`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), moves, async (isQueued, made) => {
      const machine = new RunMachine(bothOf(new RunModel(), new RunRows(database.pool, owned)))
      await machine.start(isQueued)
      for (const move of made) await machine.move(move)
      expect([machine.wrong, await machine.comesToItsEnd()]).toEqual([[], true])
      // What a run leaves behind is not another one's to find.
      await database.pool.query('truncate execution cascade')
      await database.pool.query('delete from executor')
    }),
    { numRuns: runs, seed },
  )
})

// Too rare for chance to come by.
test('what the queue has given to another process is not claimed', async () => {
  const rows = new RunRows(database.pool, owned)
  await rows.insertQueued()
  await rows.dequeue('a', 'once')
  expect(await rows.claim('b')).toBe(null)
  expect((await rows.state()).run).toMatchObject({ status: 'queued', executor: null })
  expect(await rows.claim('a')).toEqual({ executor: 'a', segment: 0, takeovers: 0, kept: [] })
})

test('a run that was ended from outside does not begin to wait', async () => {
  const rows = new RunRows(database.pool, owned)
  await rows.insertRunning('a')
  await rows.requestCancel()
  expect(await rows.endByForce()).toBe(true)
  expect(await rows.stopToWait({ executor: 'a', segment: 0, takeovers: 0 })).toBe('lost')
  expect(await rows.state()).toMatchObject({ run: { status: 'cancelled', segment: 0 }, wait: null, durable: {} })
})
