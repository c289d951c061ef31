import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Fleet } from './fleet.ts'
import { waitsThenCalls } from './mixed-graphs.ts'
import { sendOrder, untilAllEnded } from './orders.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface StoppedWorkerOptions {
  readonly runs: number
  /** How long a run may stay with a process that is stopped. */
  readonly takeoverMs: number
}

interface RunRow {
  readonly status: string
  readonly output: unknown
  readonly steps: readonly string[]
}

/** The process that has a run. */
export const ownerOf = async (fleet: Fleet, id: string): Promise<number> => {
  const [row] = await fleet.query<{ pid: number }>(
    `select split_part(executor_id, '|', 2)::int as pid from execution where id = $1`,
    [id],
  )
  return row?.pid ?? 0
}

/** Until another process has the run, in milliseconds; no longer than a minute. */
async function takeoverTime(fleet: Fleet, id: string, pid: number): Promise<number> {
  const began = performance.now()
  const passed = () => performance.now() - began
  while ((await ownerOf(fleet, id)) === pid && passed() < 60_000) await sleep(100)
  return passed()
}

/** Two signs of life after its sleep: by then it has read the answer and tried to write it. */
async function untilItBeats(fleet: Fleet, pid: number): Promise<void> {
  const last = async () => {
    const [row] = await fleet.query<{ at: string }>(
      `select heartbeat_at::text as at from executor where split_part(id, '|', 2) = $1`,
      [String(pid)],
    )
    return row?.at
  }
  for (let beats = 0, before = await last(); beats < 2; await sleep(100)) {
    const now = await last()
    if (now !== undefined && now !== before) beats += 1
    before = now
  }
}

/** What is wrong with a run whose second step was begun by one worker and done by another. */
async function findFaults({ fleet, ledger }: Stage, id: string, n: number, output: object | null): Promise<string[]> {
  const wrong: string[] = []
  const calls = ledger.calls.filter(({ idempotencyKey }) => idempotencyKey.startsWith(id))
  const steps = calls.map(({ step }) => step)
  if (steps.join() !== `pay/${n},pay/${n},mail/${n}`) wrong.push(`run ${id} called ${steps.join()}`)
  if (new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size !== 2)
    wrong.push(`run ${id} repeated its step with another key`)
  const [row] = await fleet.query<RunRow>(
    `select status, output, (select array_agg(status order by seq) from execution_step where execution_id = e.id) as steps
       from execution e where id = $1`,
    [id],
  )
  const expected = { status: 'succeeded', output, steps: Array.from({ length: 5 }, () => 'succeeded') }
  if (!isDeepStrictEqual(row, expected)) wrong.push(`run ${id} is ${JSON.stringify(row)}`)
  return wrong
}

/**
 * A worker is stopped in the middle of a step for longer than its lease. Another one ends the run; then the first wakes
 * up, gets an answer, and must not be heard.
 */
export async function stoppedWorker(stage: Stage, { runs, takeoverMs }: StoppedWorkerOptions): Promise<Result> {
  const { fleet, ledger, api, web } = stage
  stage.answerAfter(() => 0)
  const workflow = waitsThenCalls(ledger.url)
  const { hookPath } = await api.publish(workflow.name, workflow.graph)
  const wrong: string[] = []
  const lost: string[] = []
  const takeovers: number[] = []
  for (let n = 0; n < runs; n++) {
    const held = ledger.hold(`pay/${n}`)
    const id = await sendOrder(web.app.url + hookPath, { n: String(n) })
    if (id === null) throw new Error('the order was not accepted')
    const answer = await held
    const pid = await ownerOf(fleet, id)
    process.kill(pid, 'SIGSTOP')
    try {
      takeovers.push(await takeoverTime(fleet, id, pid))
      if (!(await untilAllEnded(fleet, 60_000))) lost.push(id)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    answer({ step: 'from the one who was asleep' })
    await untilItBeats(fleet, pid)
    wrong.push(...(await findFaults(stage, id, n, workflow.output(n))))
  }
  const slowest = Math.max(...takeovers)
  if (slowest > takeoverMs) wrong.push(`a run stayed with a stopped process for ${Math.round(slowest)} ms`)
  wrong.push(...(await fleet.stranded()).map((id) => `run ${id} is stranded`))
  const note = `slowest takeover ${(slowest / 1000).toFixed(1)} s`
  return { item: 'SIGSTOP past the lease', runs, kills: runs, repeats: runs, wrong, lost, note }
}
