import { isDeepStrictEqual } from 'node:util'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { untilAllEnded } from './orders.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

interface Tick {
  /** ISO 8601. */
  readonly at: string
  readonly ran: boolean
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const clock = (config: object) =>
  Graph.parse({
    nodes: [
      { id: 'n_tick', key: 'tick', type: 'schedule', name: 'Tick', config },
      { id: 'n_at', key: 'at', type: 'set', name: 'At', config: { values: { at: '{{ trigger.scheduledAt }}' } } },
    ],
    edges: [{ from: 'n_tick', to: 'n_at' }],
  })

/** Half past two in Berlin of each day since then: summer began on 29 March 2026 at two and ended on 25 October at three. */
function halfPastTwo(since: Date, until: Date): Tick[] {
  const ticks: Tick[] = []
  for (let day = Date.parse(since.toISOString().slice(0, 10)); day <= until.getTime(); day += DAY) {
    const date = new Date(day).toISOString().slice(0, 10)
    // On the first day of summer half past two does not exist; on the last it comes twice, and the first one counts.
    const utc = date > '2026-03-29' && date <= '2026-10-25' ? '00:30' : '01:30'
    const at = new Date(`${date}T${utc}:00.000Z`)
    if (at >= since && at <= until) ticks.push({ at: at.toISOString(), ran: true })
  }
  return ticks
}

/** Each tenth minute of an outage that has just ended: which of its ticks start a run under each policy. */
function outage(missed: 'skip' | 'one' | 'all', ticks: readonly string[]): Tick[] {
  return ticks.map((at, index) => ({ at, ran: missed === 'all' || (missed === 'one' && index === ticks.length - 1) }))
}

/** Nobody looks for ten minutes, a clock is put back, half a year with both changes of the clocks is made up for. */
export async function missedTicks({ fleet, api }: Stage): Promise<Result> {
  const wrong: string[] = []
  const expected = new Map<string, Tick[]>()
  const [db] = await fleet.query<{ now: Date }>('select now() as now')
  const now = db?.now ?? new Date()
  // All at once, so that the schedulers meet: from the next statement on these are due.
  const putBack = (id: string, nextAt: Date) =>
    fleet.query('update schedule set anchor_at = $2, next_at = $2 where workflow_id = $1', [id, nextAt])
  for (const missed of ['skip', 'one', 'all'] as const) {
    const { id } = await api.publish(missed, clock({ mode: 'interval', every: 1, unit: 'minutes', missed }))
    // The last of ten ticks was due 35 seconds ago, the next one is due in 25: time enough to look.
    const first = new Date(now.getTime() - 35_000 - 9 * 60_000)
    const ticks = Array.from({ length: 10 }, (_, index) => new Date(first.getTime() + index * 60_000).toISOString())
    expected.set(id, outage(missed, ticks))
    await fleet.query(
      `update schedule set anchor_at = $2::timestamptz - interval '1 minute', next_at = $2 where workflow_id = $1`,
      [id, first],
    )
  }
  const winter = new Date('2026-03-20T00:00:00Z')
  const year = await api.publish('year', clock({ cron: '30 2 * * *', timeZone: 'Europe/Berlin', missed: 'all' }))
  const since = new Date('2026-03-20T01:30:00Z')
  expected.set(year.id, halfPastTwo(winter, now))
  await putBack(year.id, since)

  for (let round = 0; round < 2; round++) {
    await fleet.query('select pg_sleep(4)')
    // The clock is put back: what was decided once stays decided.
    if (round === 0) await putBack(year.id, since)
  }
  await untilAllEnded(fleet, 60_000)
  let runs = 0
  for (const [id, ticks] of expected) {
    const ledger = await fleet.query<{ at: Date; ran: boolean; status: string | null; said: string | null }>(
      `select t.due_at as at, t.execution_id is not null as ran, e.status, e.output ->> 'at' as said
         from schedule_tick t left join execution e on e.id = t.execution_id where t.workflow_id = $1 order by t.due_at`,
      [id],
    )
    const last = ticks.at(-1)?.at ?? ''
    const seen = ledger.map(({ at, ran }) => ({ at: at.toISOString(), ran })).filter(({ at }) => at <= last)
    if (!isDeepStrictEqual(seen, ticks)) wrong.push(`the ledger of ${id} is ${JSON.stringify(seen)}`)
    for (const { at, ran, status, said } of ledger)
      if (ran && (status !== 'succeeded' || said !== at.toISOString()))
        wrong.push(`tick ${at.toISOString()} is ${status}`)
    const [row] = await fleet.query<{ runs: number }>(
      'select count(*)::int as runs from execution where workflow_id = $1',
      [id],
    )
    if (row?.runs !== ledger.filter(({ ran }) => ran).length) wrong.push(`${row?.runs} runs of ${id}`)
    runs += row?.runs ?? 0
  }
  wrong.push(...(await fleet.stranded()).map((id) => `run ${id} is stranded`))
  return {
    item: 'missed ticks',
    runs,
    kills: 0,
    repeats: 0,
    wrong,
    lost: [],
    note: 'three policies, two changes of the clocks',
  }
}
