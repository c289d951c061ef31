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
  /** Paths of the ledger, in the order of the calls; those that run side by side come in any order. */
  readonly calls: readonly (readonly string[])[]
  /** How many further calls the ledger itself asks for. */
  readonly tries: number
  readonly output: object | null
  readonly status: 'succeeded' | 'failed'
}

const runOf = ({ idempotencyKey }: Call) => idempotencyKey.slice(0, idempotencyKey.indexOf(':'))

export function callsByRun(calls: readonly Call[]): Map<string, Call[]> {
  return Map.groupBy(calls, runOf)
}

/** The last part of a path is the turn of a loop. */
function keyOf(runId: string, path: string): string {
  const [step, , turn = '0'] = path.split('/')
  return `${runId}:n_${step}:${turn}`
}

/**
 * What is wrong with the calls of a run: each that had to come came, with the key of its step, and one that came again
 * came before the next step was done.
 */
function wrongCalls(id: string, calls: readonly Call[], expected: Expected['calls']): string[] {
  const wrong: string[] = []
  let place = 0
  let open = new Set(expected[0])
  for (const { step, idempotencyKey } of calls) {
    if (idempotencyKey !== keyOf(id, step)) wrong.push(`run ${id}: ${step} came with ${idempotencyKey}`)
    const isDue = open.delete(step)
    if (!isDue && ![expected[place], expected[place - 1]].some((group) => group?.includes(step)))
      wrong.push(`run ${id}: ${step} came when ${[...open].join(' or ') || 'nothing'} was due`)
    if (isDue && open.size === 0) open = new Set(expected[++place])
  }
  if (place < expected.length) wrong.push(`run ${id}: ${[...open].join(' and ')} never came`)
  return wrong
}

/** How often a step was called again although nothing asked for it, and what else should not be. */
export function checkRun(run: EndedRun, calls: readonly Call[], expected: Expected) {
  const wrong: string[] = []
  if (run.status !== expected.status) wrong.push(`run ${run.id} ${run.status}: ${JSON.stringify(run.error)}`)
  else if (!isDeepStrictEqual(run.output, expected.output))
    wrong.push(`run ${run.id} gave ${JSON.stringify(run.output)}`)
  wrong.push(...wrongCalls(run.id, calls, expected.calls))
  const wanted = expected.calls.flat().length + expected.tries
  const repeats = Math.max(0, calls.length - wanted)
  const atOnce = Math.max(0, ...expected.calls.map((group) => group.length))
  if (run.segment === 0 && repeats > run.recoveries * atOnce)
    wrong.push(`run ${run.id}: ${repeats} repeats for ${run.recoveries} takeovers`)
  return { repeats, wrong }
}
