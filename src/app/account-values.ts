import { getUsableTool } from '#src/features/checkout/access.ts'
import { listSecrets } from '#src/features/secrets/secrets.queries.ts'
import { listVariables } from '#src/features/variables/variables.queries.ts'
import { variableTypes } from '#src/features/variables/variables.schema.ts'
import type { AccountValues } from '#src/features/workflows/graph-checks.server.ts'
import { toolOutputsIn } from '#src/features/workflows/tool-outputs.ts'
import { listCallable } from '#src/features/workflows/workflows.queries.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Tool } from '#src/sdk/index.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'

/** A tool that the account cannot use is told of by the run, in the words for that. */
function notThere(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** Built-in tools have none: they change with the release. */
export const readToolVersion =
  (db: Db) =>
  async (userId: string, tool: string): Promise<number | null> => {
    const row = await getUsableTool(db, tool, userId).catch(notThere)
    return row === null || row.kind === 'builtin' ? null : row.version
  }

/** What the steps of an account's graph can name. */
export function readAccountValues(db: Db) {
  const outputsOf = async (userId: string, tool: string, version?: number) => {
    const row = await getUsableTool(db, tool, userId, version).catch(notThere)
    // As saveTool wrote it.
    return row === null ? null : (row.output_schema as Tool['output'])
  }
  return async (userId: string, graph: Graph): Promise<AccountValues> => ({
    vars: variableTypes(await listVariables(db, userId)),
    secrets: new Set((await listSecrets(db, userId)).map(({ name }) => name)),
    workflows: new Set(await listCallable(db, userId)),
    toolOutputs: await toolOutputsIn(graph, (tool, version) => outputsOf(userId, tool, version)),
  })
}
