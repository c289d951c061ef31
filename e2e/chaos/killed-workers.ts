import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll, type Published } from './check-all.ts'
import type { Fleet, Member } from './fleet.ts'
import { callsAnother, isCalled, mixedWorkflows, orderOf } from './mixed-graphs.ts'
import { type Accepted, sendOrder, untilAllEnded, untilReady } from './orders.ts'
import { oneOf, randomFrom } from './random.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface KilledWorkersOptions {
  readonly runs: number
  readonly runsPerSecond: number
  readonly killEveryMs: number
  /** At least so many, even if all orders are placed before. */
  readonly kills: number
  readonly seed: number
  /** How long runs may stay with a process that is gone. */
  readonly takeoverMs: number
}

/** Until no run is held by a process that is gone any more, in milliseconds. */
async function takeoverTime(fleet: Fleet, pid: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [row] = await fleet.query<{ held: number }>(
      `select count(*)::int as held from execution e
         left join dbos.workflow_status w on w.workflow_uuid like e.id || '%' and w.status = 'PENDING'
        where e.status in ('queued', 'running', 'waiting') and $1 in (split_part(e.executor_id, '|', 2), split_part(w.executor_id, '|', 2))`,
      [String(pid)],
    )
    if (row?.held === 0) return performance.now() - began
    await sleep(200)
  }
}

/** Kills one process after the other and starts another in its place, until it is told that it is enough. */
async function killRandomly(fleet: Fleet, options: KilledWorkersOptions, isEnough: () => boolean) {
  const random = randomFrom(options.seed)
  const takeovers: Promise<number>[] = []
  const restarts: Promise<void>[] = []
  while (!isEnough() || takeovers.length < options.kills) {
    await sleep(options.killEveryMs)
    const ready = fleet.members.filter(({ isReady }) => isReady)
    // One is left whom orders can be sent to; all workers may be gone at once.
    const webs = ready.filter(({ role }) => role === 'web')
    const spare = ready.filter(({ role }) => role === 'worker' || webs.length > 1)
    if (spare.length === 0) continue
    const victim: Member = oneOf(spare, random)
    const { pid } = victim.app
    await fleet.kill9(victim)
    takeovers.push(takeoverTime(fleet, pid))
    restarts.push(fleet.startAgain(victim))
  }
  await Promise.all(restarts)
  return { kills: takeovers.length, slowest: Math.max(0, ...(await Promise.all(takeovers))) }
}

/** Sends orders at an even rate, each until one process accepts it. */
async function sendAll(fleet: Fleet, published: readonly Published[], options: KilledWorkersOptions) {
  const accepted: Accepted[] = []
  const random = randomFrom(options.seed + 1)
  const under: Promise<void>[] = []
  let n = 0
  async function place({ hookPath }: Published): Promise<void> {
    for (;;) {
      const webs = fleet.members.filter(({ role, isReady }) => role === 'web' && isReady)
      const number = n++
      const id = webs.length === 0 ? null : await sendOrder(oneOf(webs, random).app.url + hookPath, orderOf(number))
      if (id !== null) return void accepted.push({ id, n: number })
      await sleep(100)
    }
  }
  for (let run = 0; run < options.runs; run++) {
    under.push(place(published[run % published.length] as Published))
    await sleep(1000 / options.runsPerSecond)
  }
  await Promise.all(under)
  return accepted
}

/** Runs that did not call this workflow exactly once. */
async function calledTwice(fleet: Fleet, workflowId: string): Promise<string[]> {
  const rows = await fleet.query<{ n: string; times: number }>(
    `select input -> 'body' ->> 'n' as n, count(*)::int as times from execution
      where workflow_id = $1 group by 1 having count(*) <> 1`,
    [workflowId],
  )
  return rows.map(({ n, times }) => `order ${n} was handed on ${times} times`)
}

/** kill -9 of a random process, again and again, while runs of every kind go on. */
export async function killedWorkers(stage: Stage, options: KilledWorkersOptions): Promise<Result> {
  const { fleet, ledger, api } = stage
  const random = randomFrom(options.seed + 2)
  stage.answerAfter(() => 50 + random() * 800)
  const published: Published[] = []
  const workflow = isCalled(ledger.url)
  const called: Published = { workflow, ...(await api.publish(workflow.name, workflow.graph)) }
  for (const one of [...mixedWorkflows(ledger.url), callsAnother(ledger.url, called.id)])
    published.push({ workflow: one, ...(await api.publish(one.name, one.graph)) })

  let isSent = false
  const killing = killRandomly(fleet, options, () => isSent)
  const accepted = await sendAll(fleet, published, options)
  isSent = true
  const { kills, slowest } = await killing
  await untilReady(fleet)
  await untilAllEnded(fleet, 120_000)

  const { ids, repeats, wrong } = await checkAll(stage, [...published, called])
  wrong.push(...(await calledTwice(fleet, called.id)))
  if (slowest > options.takeoverMs) wrong.push(`runs stayed with a dead process for ${Math.round(slowest)} ms`)
  const lost = accepted.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
  const note = `slowest takeover ${(slowest / 1000).toFixed(1)} s`
  return { item: 'kill -9 of processes', runs: ids.size, kills, repeats, wrong, lost, note }
}
