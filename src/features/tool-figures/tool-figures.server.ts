import { rangeIn, todayIn } from '#src/features/analytics/range.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { toFigures } from './to-figures.ts'
import {
  findOwnTool,
  listRuns,
  listSamples,
  listWrongResults,
  type RunRow,
  readFigures,
} from './tool-figures.queries.ts'
import { RUNS_PER_PAGE, type RunLine, toolFiguresContract } from './tool-figures.schema.ts'

const toLine = ({ at, error_code: code, duration_ms: ms, ...run }: RunRow): RunLine => ({
  ...run,
  at: at.toISOString(),
  code: run.success ? null : code,
  // Browsers count in fractions of a millisecond, and the table keeps seven digits.
  durationMs: Math.round(ms * 10) / 10,
})

export const toolFigureRoutes = ({ db }: { readonly db: Db }): Route[] => [
  route(toolFiguresContract.get, [signedIn], async ({ user, params, query: { tz: timeZone, ...days } }) => {
    const tool = await findOwnTool(db, user.id, params.id)
    assertFound(tool, 'tool')
    const usual = rangeIn(new URLSearchParams(), todayIn(timeZone, new Date()))
    const { from = usual.from, to = usual.to } = days
    const [sums, wrong, failed] = await Promise.all([
      readFigures(db, { toolId: tool.id, from, to, timeZone }),
      listWrongResults(db, tool.id),
      listSamples(db, tool.id),
    ])
    const wrongResults = wrong.map(({ created_at, run }) => ({ at: created_at.toISOString(), run }))
    const samples = failed.map(({ at, inputs, ...said }) => ({ ...said, at: at.toISOString(), inputs: [...inputs] }))
    return { figures: toFigures({ ...tool, from, to }, sums), wrongResults, samples }
  }),
  route(toolFiguresContract.runs, [signedIn], async ({ user, params, query: { before } }) => {
    const tool = await findOwnTool(db, user.id, params.id)
    assertFound(tool, 'tool')
    const rows = await listRuns(db, { toolId: tool.id, before, limit: RUNS_PER_PAGE + 1 })
    const shown = rows.slice(0, RUNS_PER_PAGE)
    return { runs: shown.map(toLine), next: rows.length > RUNS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null }
  }),
]
