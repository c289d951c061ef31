import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../support/api-session.ts'
import { type Call, startCallLedger } from '../support/call-ledger.ts'
import { callsByRun, checkRun } from './check-runs.ts'
import { type Fleet, type Member, startFleet } from './fleet.ts'
import { type MixedWorkflow, mixedWorkflows, orderOf } from './mixed-graphs.ts'
import { type Accepted, runsOf, sendOrder, untilAllEnded, untilReady } from './orders.ts'
import { oneOf, randomFrom } from './random.ts'
import type { Result } from './result.ts'

export interface KilledWorkersOptions {
  readonly runs: number
  readonly runsPerSecond: number
  readonly killEveryMs: number
  readonly seed: number
  /** How long runs may stay with a process that is gone. */
  readonly takeoverMs: number
}

interface Published {
  readonly workflow: MixedWorkflow
  readonly id: string
  readonly hookPath: string
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
  while (!isEnough()) {
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

/** Calls the resume address of each run that has told it, until somebody hears it. */
function answerLinks(fleet: Fleet, random: () => number): (call: Call) => void {
  const answered = new Set<string>()
  return ({ step, body }) => {
    if (!step.startsWith('link/') || answered.has(step)) return
    answered.add(step)
    void (async () => {
      await sleep(random() * 3000)
      for (;;) {
        const web = fleet.members.find(({ role, isReady }) => role === 'web' && isReady)
        const said = `yes to ${step.slice('link/'.length)}`
        const answer = await fetch((web?.app.url ?? '') + new URL(body).pathname, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ said }),
        }).catch(() => undefined)
        // A repetition of a call that was heard is told that the wait is over.
        if (answer !== undefined && answer.status < 500) return
        await sleep(100)
      }
    })()
  }
}

/** kill -9 of a random process, again and again, while runs of every kind go on. */
export async function killedWorkers(options: KilledWorkersOptions): Promise<Result> {
  const random = randomFrom(options.seed + 2)
  const refused = new Set<string>()
  let onCall: (call: Call) => void = () => undefined
  const ledger = await startCallLedger({
    latencyMs: () => 50 + random() * 800,
    statusOf(call) {
      onCall(call)
      if (!call.step.startsWith('flaky/') || refused.has(call.step)) return 200
      refused.add(call.step)
      return 503
    },
  })
  const fleet = await startFleet({ EGRESS_ALLOW: ledger.host })
  try {
    const web = await fleet.add('web')
    await Promise.all([fleet.add('web'), ...Array.from({ length: 3 }, () => fleet.add('worker'))])
    onCall = answerLinks(fleet, random)
    const api = await register(web.app.url)
    const published: Published[] = []
    for (const workflow of mixedWorkflows(ledger.url))
      published.push({ workflow, ...(await api.publish(workflow.name, workflow.graph)) })

    let isSent = false
    const killing = killRandomly(fleet, options, () => isSent)
    const accepted = await sendAll(fleet, published, options)
    isSent = true
    const { kills, slowest } = await killing
    await untilReady(fleet)
    await untilAllEnded(fleet, 120_000)

    const calls = callsByRun(ledger.calls)
    const wrong: string[] = []
    const ended = new Set<string>()
    let repeats = 0
    let runs = 0
    for (const { workflow, id } of published)
      for (const run of await runsOf(fleet, id)) {
        const expected = { calls: workflow.calls(run.n), output: workflow.output(run.n) }
        const found = checkRun(run, calls.get(run.id) ?? [], expected)
        wrong.push(...found.wrong)
        repeats += found.repeats
        runs += 1
        ended.add(run.id)
      }
    if (slowest > options.takeoverMs) wrong.push(`runs stayed with a dead process for ${Math.round(slowest)} ms`)
    wrong.push(...(await fleet.stranded()).map((id) => `run ${id} is stranded`))
    const lost = accepted.filter(({ id }) => !ended.has(id)).map(({ id }) => id)
    const note = `slowest takeover ${(slowest / 1000).toFixed(1)} s`
    return { item: 'kill -9 of processes', runs, kills, repeats, wrong, lost, note }
  } finally {
    await fleet.stop()
    await ledger.stop()
  }
}
