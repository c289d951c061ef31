import type { NodeDefinition, NodeProblem } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { isTemplate } from './templates.ts'

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string; readonly keys?: readonly string[] }

/** Whether the value at the path, or one around it, is a template: its type is known only in a run. */
function isUndecided(config: unknown, path: readonly PropertyKey[]): boolean {
  let value = config
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return isTemplate(value)
    value = Reflect.get(value, key)
  }
  return isTemplate(value)
}

const problems = ({ path, message, keys }: Issue): NodeProblem[] =>
  keys === undefined
    ? [{ path: path.join('.'), message }]
    : keys.map((key) => ({ path: [...path, key].join('.'), message: 'There is no such setting' }))

/** Whether a setting is used as it is written, so that a template in it is none. */
const isWritten = ({ fixed = [], templates = {} }: NodeDefinition, name: string): boolean =>
  fixed.includes(name) || templates[name] === 'never'

/**
 * What is wrong with a config as it stands in a graph. A template is accepted wherever a value may stand,
 * except in what is read before there is a run: triggers, and settings that are used as they are written. The evaluated config is parsed again in each run.
 */
export function checkConfig(node: NodeDefinition, config: Readonly<JsonObject>): NodeProblem[] {
  const parsed = node.config.safeParse(config)
  if (parsed.success) return []
  const { issues } = parsed.error
  const isFixed = (path: readonly PropertyKey[]) => node.category === 'trigger' || isWritten(node, String(path[0]))
  const certain = issues.filter(({ path }) => isFixed(path) || !isUndecided(config, path))
  return certain.flatMap(problems)
}
