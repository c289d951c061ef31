import type { Ports } from '#src/lib/graph/ports.ts'
import { isObject } from '#src/lib/json-object.ts'
import { z } from '#src/lib/zod.ts'
import type { Effect, NodeCategory, NodeDefinition } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'

/** What GET /api/nodes answers for one node type. */
export interface NodeCatalogEntry {
  readonly type: string
  readonly version: number
  readonly title: string
  readonly description: string
  readonly category: NodeCategory
  readonly icon: string
  /** Why it cannot be used on this server. */
  readonly off?: string
  /** Why it is not tried again and has no time limit, and what to do instead. */
  readonly triedOnce?: string
  readonly ports: Ports
  /** The way out that leads to the steps which it runs again and again. */
  readonly bodyPort?: string
  /** Depends on the config: 'varies'. */
  readonly effect: Effect | 'varies'
  /** Whether it looks for events by itself, from time to time. */
  readonly polls: boolean
  /** JSON Schema 2020-12. Each property carries the keywords of FieldHints beside its own. */
  readonly configSchema: JsonObject
}

const TEMPLATE: JsonObject = { type: 'string', pattern: '\\{\\{' }
/** Keywords that describe a value and assert nothing. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'control',
  'placeholder',
  'options',
  'showIf',
  'fixed',
  'perItem',
  'decides',
  'literal',
])

/** True when a template fits already: text without further demands, or anything at all. */
function takesTemplates(rules: JsonObject): boolean {
  return Object.keys(rules).length === 0 || (rules.type === 'string' && Object.keys(rules).length === 1)
}

/** The same schema with templates allowed for it and for all values in it; what describes it stays outside. */
function orTemplate(schema: JsonObject): JsonObject {
  if (schema.fixed === true || schema.literal === true) return schema
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

/** Says of a setting what its form has to know beside its hints. */
function withKeywords(schema: JsonObject, { fixed = [], templates = {} }: NodeDefinition): JsonObject {
  if (!isObject(schema.properties)) return schema
  const properties = Object.entries(schema.properties).map(([name, part]) => {
    const keywords = {
      ...(fixed.includes(name) && { fixed: true }),
      ...((templates[name] === 'per-item' || templates[name] === 'after-turn') && { perItem: true }),
      ...(templates[name] === 'never' && { literal: true }),
    }
    return [name, isObject(part) ? { ...part, ...keywords } : part]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** What the config may be in a graph: a template `{{ … }}` may stand for any value that is not read before a run. */
function configSchema(node: NodeDefinition): JsonObject {
  // The JSON Schema that zod writes is plain JSON.
  const schema = z.toJSONSchema(node.config, { io: 'input', target: 'draft-2020-12' }) as JsonObject
  return node.category === 'trigger' ? schema : withTemplatesInside(withKeywords(schema, node))
}

export const catalogEntry = (node: NodeDefinition): NodeCatalogEntry => ({
  type: node.type,
  version: node.version,
  title: node.title,
  description: node.description,
  category: node.category,
  icon: node.icon,
  ...(node.off !== undefined && { off: node.off }),
  ...(node.triedOnce !== undefined && { triedOnce: node.triedOnce }),
  ports: node.ports,
  ...(node.bodyPort !== undefined && { bodyPort: node.bodyPort }),
  effect: typeof node.effect === 'string' ? node.effect : 'varies',
  polls: node.poll !== undefined,
  configSchema: configSchema(node),
})
