import { rangeIn, todayIn } from '#src/features/analytics/range.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { toFigures } from './to-figures.ts'
import { findOwnTool, listSamples, listWrongResults, readFigures } from './tool-figures.queries.ts'
import { toolFiguresContract } from './tool-figures.schema.ts'

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
]
