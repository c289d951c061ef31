import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MOVES, type Move, RunMachine } from './run-machine-fixture.ts'
import { RunModel } from './run-model-fixture.ts'

vi.setConfig({ testTimeout: 600_000 })

// What may happen to a run's rows, in any order: ends once, wakes once, repeats no more than it was taken over, no step
// begins before what leads to it is kept, and whatever was, one process that works brings it to its end.
// `npm run chaos -- states` does a million moves and more.

const MOVES_AT_ONCE = 60
const moves: fc.Arbitrary<Move[]> = fc.array(fc.record({ do: fc.constantFrom(...MOVES), who: fc.nat(2) }), {
  minLength: MOVES_AT_ONCE,
  maxLength: MOVES_AT_ONCE,
})
const steps = Number(process.env.CHAOS_STATES ?? 60_000)
const seed = Number(process.env.CHAOS_SEED ?? Date.now())

test(`${steps} moves by chance leave no run wrong or without an end`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), moves, async (isQueued, made) => {
      const machine = new RunMachine(new RunModel())
      await machine.start(isQueued)
      for (const move of made) await machine.move(move)
      const ended = await machine.comesToItsEnd()
      expect([machine.wrong, ended]).toEqual([[], true])
    }),
    { numRuns: Math.ceil(steps / MOVES_AT_ONCE), seed },
  )
})
