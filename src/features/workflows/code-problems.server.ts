import { Script } from 'node:vm'
import type { GraphNode, Problem } from '#src/lib/graph/graph.schema.ts'

const FILE = 'code'

/** What stands in the way of running JavaScript at all, and in which line: it is compiled, and never run. */
function syntaxErrorIn(source: string): { readonly message: string; readonly line: string } | undefined {
  try {
    void new Script(source, { filename: FILE })
    return undefined
  } catch (error) {
    const { message, stack = '' } = error as Error
    return { message, line: new RegExp(`^${FILE}:(\\d+)`).exec(stack)?.[1] ?? '1' }
  }
}

/** Code that does not parse fails at every run. */
export function codeProblems({ id, type, config, disabled }: GraphNode): Problem[] {
  if (type !== 'code' || disabled || typeof config.code !== 'string') return []
  const mistake = syntaxErrorIn(config.code)
  if (mistake === undefined) return []
  const message = `Code: line ${mistake.line}: ${mistake.message}`
  return [{ severity: 'error', code: 'CODE_BROKEN', message, nodeId: id, path: 'code' }]
}
