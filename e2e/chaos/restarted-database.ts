import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../support/api-session.ts'
import { startCallLedger } from '../support/call-ledger.ts'
import { callsByRun, checkRun } from './check-runs.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { twoSteps } from './mixed-graphs.ts'
import { type Accepted, orphans, runsOf, sendOrder, untilAllEnded } from './orders.ts'
import { randomFrom } from './random.ts'
import type { Result } from './result.ts'

export interface RestartedDatabaseOptions {
  readonly runs: number
  /** How many callers send one order after the other. */
  readonly callers: number
  /** At least so many, even if the runs are done before. */
  readonly restarts: number
  /** Milliseconds between two restarts. */
  readonly between: readonly [least: number, most: number]
  readonly seed: number
}

async function restartAgainAndAgain(fleet: Fleet, options: RestartedDatabaseOptions, isEnough: () => boolean) {
  const random = randomFrom(options.seed)
  const [least, most] = options.between
  for (let restarts = 0; ; restarts++) {
    if (isEnough() && restarts >= options.restarts) return restarts
    await sleep(least + random() * (most - least))
    // In good order and without: the second way leaves the log to be replayed.
    await fleet.stopDatabase(restarts % 2 === 0 ? 'kill' : 'fast')
    await sleep(random() * 2000)
    await fleet.startDatabase()
  }
}

/** Each caller sends orders until so many were accepted by all of them together. */
async function sendAll(url: string, { runs, callers }: RestartedDatabaseOptions): Promise<Accepted[]> {
  const accepted: Accepted[] = []
  let n = 0
  let open = runs
  async function send(): Promise<void> {
    while (open > 0) {
      open -= 1
      const number = n++
      const id = await sendOrder(url, { n: String(number) })
      if (id !== null) accepted.push({ id, n: number })
      else {
        open += 1
        await sleep(50)
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, send))
  return accepted
}

/** PostgreSQL ends and comes back, again and again, while runs of two steps with side effects go on. */
export async function restartedDatabase(options: RestartedDatabaseOptions): Promise<Result> {
  const ledger = await startCallLedger()
  const fleet = await startFleet({ EGRESS_ALLOW: ledger.host })
  try {
    const web = await fleet.add('web')
    await fleet.add('worker')
    const workflow = twoSteps(ledger.url)
    const { id, hookPath } = await (await register(web.app.url)).publish(workflow.name, workflow.graph)
    let isSent = false
    const restarting = restartAgainAndAgain(fleet, options, () => isSent)
    const accepted = await sendAll(web.app.url + hookPath, options)
    isSent = true
    const kills = await restarting
    await untilAllEnded(fleet, 120_000)

    const calls = callsByRun(ledger.calls)
    const runs = await runsOf(fleet, id)
    const checked = runs.map((run) =>
      checkRun(run, calls.get(run.id) ?? [], { calls: workflow.calls(run.n), output: workflow.output(run.n) }),
    )
    const wrong = checked.flatMap((found) => found.wrong)
    wrong.push(...(await fleet.stranded()).map((stranded) => `run ${stranded} is stranded`))
    wrong.push(...(await orphans(fleet)).map((orphan) => `${orphan} is an orphan`))
    const known = new Set(runs.map((run) => run.id))
    return {
      item: 'PostgreSQL restarted',
      runs: runs.length,
      kills,
      repeats: checked.reduce((sum, found) => sum + found.repeats, 0),
      wrong,
      lost: accepted.filter((order) => !known.has(order.id)).map((order) => order.id),
      note: `${accepted.length} accepted`,
    }
  } finally {
    await fleet.stop()
    await ledger.stop()
  }
}
