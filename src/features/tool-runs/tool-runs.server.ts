import type { ToolRow } from '#src/features/catalog/catalog.queries.ts'
import { getTool } from '#src/features/catalog/catalog.server.ts'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { assertMayHaveCode, assertMayUse, getUsableTool } from '#src/features/checkout/access.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { JsonObject } from '#src/sdk/index.ts'
import type { RunError } from '#src/sdk/run-tool.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, notFound, tooManyRequests } from '#src/server/http/app-error.ts'
import { limitWith } from '#src/server/http/guards.ts'
import { createLimiter, type Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { RunRecorder } from './run-recorder.queries.ts'
import { toolOpenApi } from './tool-openapi.server.ts'
import type { ToolRunner } from './tool-runner.server.ts'
import { toolRunsContract } from './tool-runs.schema.ts'

interface ToolRunsDeps {
  readonly db: Db
  readonly runner: ToolRunner
  readonly recorder: RunRecorder
  readonly limiter: Limiter
  readonly publicUrl: string
  /** Of built-in tools, by one account or address. */
  readonly runsPerMinute: number
}

/** No tool runs for longer: what a browser says beyond that is not true. */
const LONGEST_MS = { builtin: 10_000, config: 1000, custom: 1000 } as const

/** The code of a creator costs a process of the sandbox, a built-in tool a moment. */
const COST_OF_CREATORS_CODE = 30

export const runFailed = ({ code, message, details = [] }: RunError) =>
  new AppError({ code, status: code === 'INVALID_REQUEST' ? 400 : 422, message, details })

export function toolRunRoutes({ db, runner, recorder, limiter, publicUrl, runsPerMinute }: ToolRunsDeps): Route[] {
  const limit = limitWith(limiter)
  // Apart from all other limits, which a flood of these must not push out of memory.
  const figures = createLimiter()
  const admit = (kind: ToolRow['kind'], account: string) => {
    const count = kind === 'builtin' ? runsPerMinute : Math.floor(runsPerMinute / COST_OF_CREATORS_CODE)
    const wait = limiter.take(`${count}/min`, `tool run ${account}`)
    if (wait > 0) throw tooManyRequests(wait)
  }
  return [
    route(toolRunsContract.run, [], async ({ params, query, body, viewer, address }) => {
      const account = viewer?.id ?? address
      const { outcome, durationMs } = await runner.run({
        idOrSlug: params.id,
        ...(query.version !== undefined && { version: query.version }),
        // The body came out of a JSON parser.
        input: body as JsonObject,
        userId: viewer?.id ?? null,
        account,
        source: 'api',
        admit: (kind) => admit(kind, account),
      })
      if (!outcome.ok) throw runFailed(outcome.error)
      return { outputs: outcome.outputs, durationMs }
    }),
    route(toolRunsContract.source, [], async ({ params, query, viewer }) => {
      const userId = viewer?.id ?? null
      const row = await getUsableTool(db, params.id, userId, query.version)
      if (!row.in_browser) throw notFound('source')
      await assertMayHaveCode(db, row, userId, { givesUpRefund: query.givesUpRefund === 'true' })
      // Of kind custom, as nothing else may run in a browser.
      return { source: (row.code as { source: string }).source }
    }),
    route(toolRunsContract.openApi, [], async ({ params }) => {
      const row = await getTool(db, params.id)
      const builtin = row.kind === 'builtin' ? await findBuiltin(row.slug) : undefined
      return toolOpenApi(row, { server: publicUrl, example: builtin?.examples[0]?.input })
    }),
    route(
      toolRunsContract.countBrowserRun,
      [limit('120/min', 'browser run')],
      async ({ params, body, viewer, address }) => {
        const userId = viewer?.id ?? null
        const tool = await getUsableTool(db, params.id, userId)
        // Other tools run on the server, which counts for itself.
        if (tool.kind !== 'builtin' && !tool.in_browser) throw notFound('tool')
        await assertMayUse(db, tool, userId)
        await recorder.record({
          id: uuidv7(),
          toolId: tool.id,
          version: Math.min(body.version, tool.version),
          userId,
          source: 'browser',
          success: body.success,
          errorCode: null,
          durationMs: Math.min(body.durationMs, LONGEST_MS[tool.kind]),
          inFigures: figures.take('1/d', `${tool.id} ${userId ?? address}`) === 0,
        })
        return { ok: true as const }
      },
    ),
  ]
}
