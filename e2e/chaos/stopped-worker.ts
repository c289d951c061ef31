import { register } from '../support/api-session.ts'
import { startCallLedger } from '../support/call-ledger.ts'
import { descendantsOf, eventually } from '../support/processes.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { waitsThenCalls } from './mixed-graphs.ts'
import { sendOrder, untilAllEnded } from './orders.ts'
import type { Result } from './result.ts'

export interface StoppedWorkerOptions {
  readonly runs: number
}

interface RunRow {
  readonly id: string
  readonly status: string
  readonly output: unknown
  readonly steps: readonly { readonly key: string; readonly status: string }[]
}

const ownerOf = async (fleet: Fleet, id: string): Promise<number> => {
  const [row] = await fleet.query<{ pid: number }>(
    `select split_part(executor_id, '|', 2)::int as pid from execution where id = $1`,
    [id],
  )
  return row?.pid ?? 0
}

/**
 * A worker is stopped in the middle of a step for longer than its lease. Another one ends the run; then the first wakes
 * up, gets an answer, and must not be heard.
 */
export async function stoppedWorker({ runs }: StoppedWorkerOptions): Promise<Result> {
  const ledger = await startCallLedger()
  const fleet = await startFleet({ EGRESS_ALLOW: ledger.host })
  const wrong: string[] = []
  const lost: string[] = []
  let repeats = 0
  try {
    const web = await fleet.add('web')
    await Promise.all([fleet.add('worker'), fleet.add('worker'), fleet.add('worker')])
    const workflow = waitsThenCalls(ledger.url)
    const { hookPath } = await (await register(web.app.url)).publish(workflow.name, workflow.graph)
    for (let n = 0; n < runs; n++) {
      const held = ledger.hold(`pay/${n}`)
      const id = await sendOrder(web.app.url + hookPath, { n: String(n) })
      const answer = await held
      const pid = await ownerOf(fleet, id ?? '')
      process.kill(pid, 'SIGSTOP')
      const isEnded = await untilAllEnded(fleet, 60_000)
      process.kill(pid, 'SIGCONT')
      answer({ step: 'from the one who was asleep' })
      if (!isEnded) lost.push(String(id))
      // It has answered for itself again once it has read what came meanwhile.
      await eventually('the stopped worker does not go on', () => descendantsOf(process.pid).includes(pid), 10_000)
      await fleet.query('select pg_sleep(1.5)')
      const calls = ledger.calls.filter(({ step }) => step.endsWith(`/${n}`)).map(({ step }) => step)
      if (calls.join() !== `pay/${n},pay/${n},mail/${n}`) wrong.push(`run ${id} called ${calls.join()}`)
      const keys = new Set(ledger.calls.filter(({ step }) => step === `pay/${n}`).map((call) => call.idempotencyKey))
      if (keys.size !== 1) wrong.push(`run ${id} repeated its step with another key`)
      repeats += calls.length - 2
      const [row] = await fleet.query<RunRow>(
        `select id, status, output, (select json_agg(json_build_object('key', key, 'status', status) order by seq)
           from execution_step where execution_id = e.id) as steps from execution e where id = $1`,
        [id],
      )
      const expected = { status: 'succeeded', output: workflow.output(n) }
      if (JSON.stringify({ status: row?.status, output: row?.output }) !== JSON.stringify(expected))
        wrong.push(`run ${id} is ${JSON.stringify(row)}`)
      if (row?.steps.some(({ status }) => status !== 'succeeded'))
        wrong.push(`run ${id} has ${JSON.stringify(row.steps)}`)
    }
    wrong.push(...(await fleet.stranded()).map((id) => `run ${id} is stranded`))
    return { item: 'SIGSTOP past the lease', runs, kills: runs, repeats, wrong, lost, note: '' }
  } finally {
    await fleet.stop()
    await ledger.stop()
  }
}
