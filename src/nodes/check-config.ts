import { isObject } from '#src/lib/json-object.ts'
import type { NodeDefinition, NodeProblem } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { catalogEntry } from './catalog.ts'
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

const settings = new WeakMap<NodeDefinition, Json | undefined>()

/** What the form calls a setting. */
function titleOf(node: NodeDefinition, name: string): string {
  if (!settings.has(node)) settings.set(node, catalogEntry(node).configSchema.properties)
  const properties = settings.get(node)
  const setting = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(setting) && typeof setting.title === 'string' ? setting.title : name
}

/** "Subject is required": of many fields one has to be named, unless the message is one that a node has of its own. */
function named(node: NodeDefinition, [name, ...inside]: readonly PropertyKey[], message: string): string {
  if (name === undefined || !/^(Is|Must) /.test(message)) return message
  const place = inside.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : String(key)))
  return `${[titleOf(node, String(name)), ...place].join(', ')} ${message[0]?.toLowerCase()}${message.slice(1)}`
}

const problems = (node: NodeDefinition, { path, message, keys }: Issue): NodeProblem[] =>
  keys === undefined
    ? [{ path: path.join('.'), message: named(node, path, message) }]
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
  return certain.flatMap((issue) => problems(node, issue))
}
