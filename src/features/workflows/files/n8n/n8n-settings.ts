import { isTimeZone } from '#src/lib/cron/schedule-rule.ts'
import { type Graph, MAX_RUN_MS } from '#src/lib/graph/graph.schema.ts'
import type { ImportNote } from '../workflow-files.schema.ts'
import type { N8nSettings } from './n8n-shape.ts'

interface ReadSettings {
  readonly settings: Graph['settings']
  /** Undefined where the file does not say it, or not in words that are known here. */
  readonly timeZone: string | undefined
  readonly notes: readonly ImportNote[]
}

/** What n8n keeps of a workflow beside its nodes. */
export function readSettings({
  timezone = 'DEFAULT',
  errorWorkflow = '',
  executionTimeout = -1,
}: N8nSettings): ReadSettings {
  const notes: ImportNote[] = []
  const note = (message: string) => void notes.push({ node: 'Settings', message })
  const timeoutMs = executionTimeout > 0 ? Math.max(1, Math.round(executionTimeout * 1000)) : undefined
  if (timeoutMs !== undefined && timeoutMs > MAX_RUN_MS)
    note(`A run ends after ${MAX_RUN_MS / 3_600_000} hours here; it had ${executionTimeout} seconds`)
  if (errorWorkflow !== '' && errorWorkflow !== 'DEFAULT')
    note('The workflow for failures is not taken over: import it as well, and choose it in the settings')
  const isKnown = isTimeZone(timezone)
  if (!isKnown && timezone !== 'DEFAULT') note(`The time zone ${timezone} is not known here`)
  return {
    settings: timeoutMs === undefined ? {} : { timeoutMs: Math.min(timeoutMs, MAX_RUN_MS) },
    timeZone: isKnown ? timezone : undefined,
    notes,
  }
}
