import { callsByRun, checkRun } from './check-runs.ts'
import type { MixedWorkflow } from './mixed-graphs.ts'
import { orphans, runsOf } from './orders.ts'
import type { Stage } from './stage.ts'

export interface Published {
  readonly workflow: MixedWorkflow
  readonly id: string
  readonly hookPath: string
}

/** Everything that the runs of these workflows left behind, held against what it should be. */
export async function checkAll({ fleet, ledger }: Stage, published: readonly Published[]) {
  const calls = callsByRun(ledger.calls)
  const ids = new Map<string, number>()
  const wrong: string[] = []
  let repeats = 0
  for (const { workflow, id } of published)
    for (const run of await runsOf(fleet, id)) {
      const { tries = 0, status = 'succeeded' as const } = workflow
      const expected = { calls: workflow.calls(run.n), output: workflow.output(run.n), tries, status }
      const found = checkRun(run, calls.get(run.id) ?? [], expected)
      wrong.push(...found.wrong)
      repeats += found.repeats
      ids.set(run.id, run.n)
    }
  wrong.push(...(await fleet.stranded()).map((id) => `run ${id} is stranded`))
  wrong.push(...(await orphans(fleet)).map((id) => `${id} is an orphan`))
  return { ids, repeats, wrong }
}
