import { isBuiltIn } from '#src/features/catalog/builtin-code.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { loadTool } from '#src/features/tool-runs/load-tool.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { type FormValues, toFields } from './form-values.ts'
import { openingValues } from './opening-values.ts'

export interface Opening {
  readonly values: FormValues
  readonly outputs: JsonObject | undefined
  /** Whether it runs in this browser; otherwise on the server. */
  readonly isLocal: boolean
  /** Whether a sandbox of this browser runs it, as others wrote it. */
  readonly isGuest: boolean
}

/** The form as it opens, with its result, so that a page without scripts shows what the tool does. */
export async function openTool(fxn: Fxn): Promise<Opening> {
  const values = openingValues(toFields(fxn.inputSchema), fxn.examples[0]?.input)
  const isGuest = fxn.runsIn === 'browser' && fxn.licence !== null
  const isLocal = isGuest || (fxn.runsIn === 'browser' && isBuiltIn(fxn.slug))
  if (!isLocal || !fxn.inputConfig.live) return { values, outputs: undefined, isLocal, isGuest }
  const outcome = runTool(await loadTool(fxn.slug), values)
  return { values, outputs: outcome.ok ? outcome.outputs : undefined, isLocal, isGuest }
}
