type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose value is data, not a schema. */
export const HOLDS_DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

function* objectsIn(value: unknown): Generator<Members> {
  if (isObject(value)) yield value
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) if (!HOLDS_DATA.has(name)) yield* objectsIn(member)
}

/**
 * `$dynamicRef` (JSON Schema 2020-12, Core, section 8.2.3.2), which the library does not know, as the `$ref` that it is
 * wherever no two schemas share the name of a `$dynamicAnchor`. Undefined where two do: then it depends on the way there.
 */
export function withStaticRefs(schema: unknown): unknown {
  const names: unknown[] = []
  let isDynamic = false
  for (const { $dynamicAnchor, $dynamicRef } of objectsIn(schema)) {
    if (typeof $dynamicAnchor === 'string') names.push($dynamicAnchor)
    isDynamic ||= typeof $dynamicRef === 'string'
  }
  if (!isDynamic) return schema
  return new Set(names).size === names.length ? rewrite(schema) : undefined
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (!isObject(value)) return value
  const { $dynamicRef, $dynamicAnchor, ...rest } = value
  const kept: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, HOLDS_DATA.has(name) ? member : rewrite(member)]),
  )
  if (typeof $dynamicAnchor === 'string') kept.$anchor = $dynamicAnchor
  if (typeof $dynamicRef !== 'string') return kept
  if (kept.$ref === undefined) return { ...kept, $ref: $dynamicRef }
  return { ...kept, allOf: [...(Array.isArray(kept.allOf) ? kept.allOf : []), { $ref: $dynamicRef }] }
}
