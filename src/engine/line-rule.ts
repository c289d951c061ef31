import { createHash } from 'node:crypto'
import type { Template } from '#src/lib/expressions/template.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { TemplateCompiler } from './plan.ts'

/** How many runs of a workflow may be at work at once, and which of them stand in one line. */
export interface LineRule {
  readonly atOnce: number
  /** Of the line that a run with this input stands in. */
  keyOf(payload: Json): string
}

/** The line of runs without a key, and of those for which the key has no value: none of them may be lost. */
export const PLAIN_LINE = ''

/** What a key comes to may be long, or somebody's secret. */
const digest = (value: Json): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

export function lineRuleOf({ settings }: Graph, compiler: TemplateCompiler): LineRule | undefined {
  if (settings.concurrency === undefined) return undefined
  const { limit: atOnce, key } = settings.concurrency
  if (key === undefined) return { atOnce, keyOf: () => PLAIN_LINE }
  let template: Template | undefined
  return {
    atOnce,
    keyOf(payload) {
      try {
        template ??= compiler.compileTemplate(key)
        const value = template.render({ trigger: payload })
        return value === null || value === '' ? PLAIN_LINE : digest(value)
      } catch {
        return PLAIN_LINE
      }
    },
  }
}
