import type { Json } from '#src/sdk/json.ts'

/** The part of a value that a path names: "event.id", "items.0"; the whole of it for ''. Undefined when there is none. */
export function valueAt(whole: Json, path: string): Json | undefined {
  if (path === '') return whole
  let value: Json | undefined = whole
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as { [name: string]: Json })[name]
  }
  return value
}
