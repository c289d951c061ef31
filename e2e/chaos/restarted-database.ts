import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from './check-all.ts'
import type { Fleet } from './fleet.ts'
import { twoSteps } from './mixed-graphs.ts'
import { type Accepted, sendOrder, untilAllEnded } from './orders.ts'
import { randomFrom } from './random.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface RestartedDatabaseOptions {
  readonly runs: number
  /** How many callers send one order after the other. */
  readonly callers: number
  /** The least are made even if the runs are done before. */
  readonly restarts: readonly [least: number, most: number]
  /** Milliseconds between two restarts. */
  readonly between: readonly [least: number, most: number]
  readonly seed: number
}

async function restartAgainAndAgain(fleet: Fleet, options: RestartedDatabaseOptions, isEnough: () => boolean) {
  const random = randomFrom(options.seed)
  const [least, most] = options.between
  for (let restarts = 0; ; restarts++) {
    if (restarts >= options.restarts[isEnough() ? 0 : 1]) return restarts
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
export async function restartedDatabase(stage: Stage, options: RestartedDatabaseOptions): Promise<Result> {
  const { fleet, ledger, api, web } = stage
  stage.answerAfter(() => 0)
  const workflow = twoSteps(ledger.url)
  const { id, hookPath } = await api.publish(workflow.name, workflow.graph)
  let isSent = false
  const restarting = restartAgainAndAgain(fleet, options, () => isSent)
  const accepted = await sendAll(web.app.url + hookPath, options)
  isSent = true
  const kills = await restarting
  await untilAllEnded(fleet, 120_000)
  const { ids, repeats, wrong } = await checkAll(stage, [{ workflow, id, hookPath }])
  return {
    ...{ item: 'PostgreSQL restarted', runs: ids.size, kills, repeats, wrong },
    lost: accepted.filter((order) => !ids.has(order.id)).map((order) => order.id),
    note: `${accepted.length} accepted`,
  }
}
