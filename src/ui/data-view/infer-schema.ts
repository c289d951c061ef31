import type { Json } from '#src/sdk/json.ts'
import { isContainer, type JsonKind, type JsonPath, KIND_WORDS, kindOf } from './json-paths.ts'

/** What is known of a place after all values there have been looked at. */
export interface SchemaField {
  /** The name in its object; "each item" of a list. */
  readonly name: string
  /** The first place that has it. */
  readonly path: JsonPath
  /** How often each kind of value stands there. */
  readonly kinds: ReadonlyMap<JsonKind, number>
  /** How many values there are, and how many there would be if every object had one. */
  readonly count: number
  readonly of: number
  /** The first value. */
  readonly sample: Json
  readonly fields: readonly SchemaField[]
}

interface Growing {
  readonly name: string
  readonly path: JsonPath
  readonly sample: Json
  readonly kinds: Map<JsonKind, number>
  count: number
  readonly names: Map<string, Growing>
  items: Growing | undefined
}

const grow = (name: string, path: JsonPath, sample: Json): Growing => ({
  ...{ name, path, sample, count: 0, kinds: new Map(), names: new Map(), items: undefined },
})

/** `trail` leads to the value; it is copied only where a place is new, since there may be a great many values. */
function look(at: Growing, value: Json, trail: (string | number)[]): void {
  const kind = kindOf(value)
  at.count += 1
  at.kinds.set(kind, (at.kinds.get(kind) ?? 0) + 1)
  if (!isContainer(value)) return
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) {
      trail.push(index)
      at.items ??= grow('each item', [...trail], item)
      look(at.items, item, trail)
      trail.pop()
    }
  else
    for (const [name, part] of Object.entries(value)) {
      trail.push(name)
      const known = at.names.get(name) ?? grow(name, [...trail], part)
      at.names.set(name, known)
      look(known, part, trail)
      trail.pop()
    }
}

function settle(found: Growing, of: number): SchemaField {
  const { name, path, kinds, count, sample, names, items } = found
  const objects = kinds.get('object') ?? 0
  const fields = [...names.values()].map((one) => settle(one, objects))
  return {
    ...{ name, path, kinds, count, of, sample },
    fields: items === undefined ? fields : [...fields, settle(items, items.count)],
  }
}

/** The shape of a value, made from all of it: every item of a list counts, not only the first. */
export function inferSchema(value: Json): SchemaField {
  const root = grow('', [], value)
  look(root, value, [])
  return settle(root, 1)
}

const known = new WeakMap<object, SchemaField>()

/** The shape of a value that is looked at again and again; made once. */
export function schemaOf(value: Json): SchemaField {
  if (!isContainer(value)) return inferSchema(value)
  const schema = known.get(value) ?? inferSchema(value)
  known.set(value, schema)
  return schema
}

const inWords = (count: number) => count.toLocaleString('en')

/** "text", or "text 9,998 · null 2" where the values differ. */
export function kindsText({ kinds }: Pick<SchemaField, 'kinds'>): string {
  const known = [...kinds].toSorted((a, b) => b[1] - a[1])
  if (known.length === 1) return known.map(([kind]) => KIND_WORDS[kind]).join('')
  return known.map(([kind, count]) => `${KIND_WORDS[kind]} ${inWords(count)}`).join(' · ')
}

/** How often it is there, where it is not always there or there more than once. */
export function countText({ count, of }: Pick<SchemaField, 'count' | 'of'>): string {
  if (count < of) return `in ${inWords(count)} of ${inWords(of)}`
  return count > 1 ? `${inWords(count)} times` : ''
}
