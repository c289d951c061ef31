import type { Json } from '#src/sdk/json.ts'
import { countText, kindsText, type SchemaField } from './infer-schema.ts'
import { isContainer, type JsonKind, type JsonPath, keyOf, kindOf, previewOf, sizeOf } from './json-paths.ts'

/** One line of a tree that is drawn a window at a time. */
export interface TreeRow {
  readonly key: string
  readonly path: JsonPath
  readonly name: string
  readonly depth: number
  /** Undefined for what cannot be opened. */
  readonly open: boolean | undefined
  /** What stands behind the name. */
  readonly text: string
  readonly kind: JsonKind | undefined
}

/** Places that are open or shut against what they would be by themselves. */
export type Toggled = ReadonlySet<string>

const OPEN_AT_FIRST = 100
const opensByItself = (depth: number, size: number) => depth < 2 && size <= OPEN_AT_FIRST

const entriesOf = (value: Json): (readonly [string | number, Json])[] => {
  if (!isContainer(value)) return []
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value)
}

/** The lines of a value as far as it is open. */
export function jsonRows(value: Json, name: string, toggled: Toggled): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (part: Json, label: string, path: JsonPath) => {
    const key = keyOf(path)
    const depth = path.length
    const size = isContainer(part) ? sizeOf(part) : 0
    const open = size === 0 ? undefined : (depth === 0 || opensByItself(depth, size)) !== toggled.has(key)
    rows.push({ key, path, depth, open, name: label, text: previewOf(part), kind: kindOf(part) })
    if (open) for (const [one, inner] of entriesOf(part)) add(inner, String(one), [...path, one])
  }
  add(value, name, [])
  return rows
}

/** The lines of a schema; all of it is open until somebody shuts a part. */
export function schemaRows(schema: SchemaField, name: string, toggled: Toggled): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (field: SchemaField, label: string, depth: number) => {
    const key = keyOf(field.path)
    const open = field.fields.length === 0 ? undefined : !toggled.has(key)
    const [kind] = field.kinds.size === 1 ? field.kinds.keys() : []
    rows.push({ key, path: field.path, depth, open, name: label, text: schemaText(field), kind })
    if (open) for (const inner of field.fields) add(inner, inner.name, depth + 1)
  }
  add(schema, name, 0)
  return rows
}

/** The value where there is one, else of what kinds they are, how many, and the first. */
function schemaText(field: SchemaField): string {
  const isPlain = !isContainer(field.sample)
  if (isPlain && field.count === 1 && field.of === 1) return previewOf(field.sample)
  const example = isPlain ? `first ${previewOf(field.sample)}` : ''
  return [kindsText(field), countText(field), example].filter(Boolean).join(' · ')
}

/** Most that a search shows: more than anybody reads. */
export const MOST_FOUND = 500

const holds = (part: Json, text: string): boolean => !isContainer(part) && String(part).toLowerCase().includes(text)

/** The lines whose name or value has the text, with what they lie in; `found` counts all of them. */
export function searchRows(value: Json, name: string, text: string): { rows: TreeRow[]; found: number } {
  const wanted = text.toLowerCase()
  const rows: TreeRow[] = []
  let found = 0
  // Where it looks, and how much of that is among the lines: of most places none is ever made.
  const trail: (string | number)[] = []
  const around: { readonly part: Json; readonly label: string }[] = []
  let written = 0
  const write = () => {
    for (const { part, label } of around.slice(written)) {
      const path = trail.slice(0, written)
      const open = isContainer(part) && sizeOf(part) > 0 ? true : undefined
      rows.push({
        key: keyOf(path),
        path,
        depth: written,
        name: label,
        open,
        text: previewOf(part),
        kind: kindOf(part),
      })
      written += 1
    }
  }
  const look = (part: Json, label: string) => {
    around.push({ part, label })
    if ((trail.length > 0 && label.toLowerCase().includes(wanted)) || holds(part, wanted)) {
      found += 1
      if (found <= MOST_FOUND) write()
    }
    for (const [one, inner] of entriesOf(part)) {
      trail.push(one)
      look(inner, String(one))
      trail.pop()
    }
    around.pop()
    written = Math.min(written, around.length)
  }
  look(value, name)
  return { rows, found }
}

/** The fields whose name has the text, with what they lie in. */
export function searchSchema(schema: SchemaField, text: string): SchemaField | undefined {
  const wanted = text.toLowerCase()
  if (schema.path.length > 0 && schema.name.toLowerCase().includes(wanted)) return schema
  const fields = schema.fields.flatMap((field) => searchSchema(field, text) ?? [])
  return fields.length === 0 ? undefined : { ...schema, fields }
}
