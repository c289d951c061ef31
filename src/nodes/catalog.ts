import { z } from '#src/lib/zod.ts'
import type { Effect, NodeCategory, NodeDefinition } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { isObject } from './json-object.ts'

/** What GET /api/nodes answers for one node type. */
export interface NodeCatalogEntry {
  readonly type: string
  readonly version: number
  readonly title: string
  readonly description: string
  readonly category: NodeCategory
  readonly icon: string
  readonly ports: readonly string[]
  /** Depends on the config: 'varies'. */
  readonly effect: Effect | 'varies'
  /** JSON Schema 2020-12. Each property carries the keywords of FieldHints beside its own. */
  readonly configSchema: JsonObject
}

const TEMPLATE: JsonObject = { type: 'string', pattern: '\\{\\{' }
/** Keywords that describe a value and assert nothing. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'control', 'placeholder', 'options', 'showIf'])

/** True when a template fits already: text without further demands, or anything at all. */
function takesTemplates(rules: JsonObject): boolean {
  return Object.keys(rules).length === 0 || (rules.type === 'string' && Object.keys(rules).length === 1)
}

/** The same schema with templates allowed for it and for all values in it; what describes it stays outside. */
function orTemplate(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema)
  const rules = withTemplatesInside(Object.fromEntries(entries.filter(([name]) => !ANNOTATIONS.has(name))))
  if (takesTemplates(rules)) return schema
  const annotations = Object.fromEntries(entries.filter(([name]) => ANNOTATIONS.has(name)))
  return { ...annotations, anyOf: [rules, TEMPLATE] }
}

function withTemplatesInside(schema: JsonObject): JsonObject {
  const { properties, additionalProperties, items } = schema
  const inside: JsonObject = { ...schema }
  if (isObject(properties))
    inside.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, isObject(part) ? orTemplate(part) : part]),
    )
  if (isObject(additionalProperties)) inside.additionalProperties = orTemplate(additionalProperties)
  if (isObject(items)) inside.items = orTemplate(items)
  return inside
}

/** What the config may be in a graph: except in triggers, a template `{{ … }}` may stand for any value. */
function configSchema({ config, category }: NodeDefinition): JsonObject {
  // The JSON Schema that zod writes is plain JSON.
  const schema = z.toJSONSchema(config, { io: 'input', target: 'draft-2020-12' }) as JsonObject
  return category === 'trigger' ? schema : withTemplatesInside(schema)
}

export const catalogEntry = (node: NodeDefinition): NodeCatalogEntry => ({
  type: node.type,
  version: node.version,
  title: node.title,
  description: node.description,
  category: node.category,
  icon: node.icon,
  ports: node.ports,
  effect: typeof node.effect === 'string' ? node.effect : 'varies',
  configSchema: configSchema(node),
})
