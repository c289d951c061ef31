import type { Accepting } from './accepted-targets.ts'
import { checkAll } from './check-all.ts'
import type { Stage } from './stage.ts'

/** Runs of which this is not true have lost their file, or have one of another try as well. */
async function withoutOneFile({ fleet }: Stage, { form }: Accepting): Promise<string[]> {
  const rows = await fleet.query<{ id: string }>(
    `select id from execution where workflow_id = $1
        and (select count(*) from execution_file where execution_id = execution.id) <> 1`,
    [form.id],
  )
  return rows.map((row) => `run ${row.id} has not one file`)
}

/** Failed runs that were not told once, and what was told of none. */
async function notToldOnce({ fleet }: Stage, { failures, told }: Accepting): Promise<string[]> {
  const rows = await fleet.query<{ id: string | null; times: number }>(
    `select failed.id, count(t.id)::int as times
      from (select id from execution where workflow_id = any($1::uuid[]) and status = 'failed') as failed
      full join (select id, input #>> '{execution,id}' as of from execution where workflow_id = $2) as t
        on t.of = failed.id::text
      group by failed.id having failed.id is null or count(t.id) <> 1`,
    [failures.map(({ id }) => id), told.id],
  )
  return rows.map(({ id, times }) => `the failure of ${id ?? 'nobody'} was told ${times} times`)
}

/** Of a line with one place: whoever began before the one before was done, and whoever is still in it. */
async function outOfLine({ fleet, ledger }: Stage, { line }: Accepting): Promise<string[]> {
  const runs = await fleet.query<{ id: string }>('select id from execution where workflow_id = $1', [line.id])
  const ids = new Set(runs.map(({ id }) => id))
  const callers = ledger.calls.map(({ idempotencyKey }) => idempotencyKey.slice(0, idempotencyKey.indexOf(':')))
  const turns = callers.filter((id) => ids.has(id)).filter((id, index, all) => id !== all[index - 1])
  const broken = turns.filter((id, index) => turns.indexOf(id) !== index)
  const left = await fleet.query<{ id: string }>('select execution_id as id from run_line')
  return [
    ...broken.map((id) => `run ${id} went on while another one of its line was at work`),
    ...left.map(({ id }) => `run ${id} has ended and stands in line`),
  ]
}

/** What all that was accepted left behind, held against what it should be. */
export async function checkAccepted(stage: Stage, accepting: Accepting) {
  const { ids, repeats, wrong } = await checkAll(stage, accepting.targets)
  const told = await checkAll(stage, [accepting.told])
  wrong.push(...told.wrong, ...(await withoutOneFile(stage, accepting)))
  wrong.push(...(await notToldOnce(stage, accepting)), ...(await outOfLine(stage, accepting)))
  // Each number was sent once, and again only where that must not count.
  if (new Set(ids.values()).size !== ids.size) wrong.push('an order has two runs')
  return { ids, repeats: repeats + told.repeats, wrong, told: told.ids.size }
}
