import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../support/call-ledger.ts'

export interface EndedRun {
  readonly id: string
  readonly status: string
  readonly n: number
  readonly output: unknown
  readonly error: unknown
  /** Takeovers since its last wait. */
  readonly recoveries: number
  /** How often it has waited out of its place. */
  readonly segment: number
}

export interface Expected {
  /** Paths of the ledger, in the order of the calls. */
  readonly calls: readonly string[]
  readonly output: object
}

const runOf = ({ idempotencyKey }: Call) => idempotencyKey.slice(0, idempotencyKey.indexOf(':'))
const stepOf = (path: string) => path.slice(0, path.indexOf('/'))

export function callsByRun(calls: readonly Call[]): Map<string, Call[]> {
  return Map.groupBy(calls, runOf)
}

/**
 * What is wrong with the calls of a run: each that had to come came, with the key of its step, and one that came again
 * came before the next step began.
 */
function wrongCalls(id: string, calls: readonly Call[], expected: readonly string[]): string[] {
  const wrong: string[] = []
  let place = 0
  for (const { step, idempotencyKey } of calls) {
    if (idempotencyKey !== `${id}:n_${stepOf(step)}:0`) wrong.push(`run ${id}: ${step} came with ${idempotencyKey}`)
    if (expected[place] === step) place += 1
    else if (expected[place - 1] !== step)
      wrong.push(`run ${id}: ${step} came when ${expected[place] ?? 'nothing'} was due`)
  }
  // A second try is no longer needed when the first was in flight as its process ended: the ledger refuses only once.
  const distinct = new Set(expected).size
  if (new Set(calls.map(({ step }) => step)).size !== distinct) wrong.push(`run ${id}: not every step was called`)
  return wrong
}

/** How often a step was called again although nothing asked for it, and what else should not be. */
export function checkRun(run: EndedRun, calls: readonly Call[], expected: Expected) {
  const wrong: string[] = []
  if (run.status !== 'succeeded') wrong.push(`run ${run.id} ${run.status}: ${JSON.stringify(run.error)}`)
  else if (!isDeepStrictEqual(run.output, expected.output))
    wrong.push(`run ${run.id} gave ${JSON.stringify(run.output)}`)
  wrong.push(...wrongCalls(run.id, calls, expected.calls))
  const repeats = Math.max(0, calls.length - expected.calls.length)
  if (run.segment === 0 && repeats > run.recoveries)
    wrong.push(`run ${run.id}: ${repeats} repeats for ${run.recoveries} takeovers`)
  return { repeats, wrong }
}
