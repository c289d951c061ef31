import type { Json } from '#src/sdk/json.ts'

const HOSTILE = new Set(['__proto__', 'constructor', 'prototype'])

/** The path of the first property whose name reaches behind objects in JavaScript. */
export function hostilePath(value: Json, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`
    const found = !Array.isArray(value) && HOSTILE.has(name) ? inner : hostilePath(part, inner)
    if (found !== undefined) return found
  }
  return undefined
}
