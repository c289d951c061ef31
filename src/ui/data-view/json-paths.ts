import type { Json, JsonObject } from '#src/sdk/json.ts'

/** Names and positions that lead into a value; nothing at all is the value itself. */
export type JsonPath = readonly (string | number)[]

export type JsonKind = 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null'

export const KIND_WORDS: Readonly<Record<JsonKind, string>> = {
  object: 'object',
  list: 'list',
  text: 'text',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
}

export function kindOf(value: Json): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'object'
  }
}

export const isContainer = (value: Json): value is Json[] | JsonObject => typeof value === 'object' && value !== null

export const sizeOf = (value: Json[] | JsonObject): number =>
  Array.isArray(value) ? value.length : Object.keys(value).length

/** One name for each place, for sets and maps. */
export const keyOf = (path: JsonPath): string => JSON.stringify(path)

export function valueAtPath(value: Json, path: JsonPath): Json | undefined {
  let found: Json | undefined = value
  for (const part of path) {
    if (found === undefined || !isContainer(found) || !Object.hasOwn(found, part)) return undefined
    found = Array.isArray(found) ? found[Number(part)] : found[part]
  }
  return found
}

// What CEL keeps for itself cannot follow a dot.
const RESERVED = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(
    ' ',
  ),
)
const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text) && !RESERVED.has(text)

/** How an expression names the place: steps.order.items[0]["unit price"]. */
export const expressionAt = (root: string, path: JsonPath): string =>
  path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return isName(part) ? `${before}.${part}` : `${before}[${JSON.stringify(part)}]`
  }, root)

/** The place as text that a setting can hold. */
export const templateAt = (root: string, path: JsonPath): string => `{{ ${expressionAt(root, path)} }}`

const LONGEST_PREVIEW = 120

/** One line that lets a value be recognised; a large one is not written out for it. */
export function previewOf(value: Json): string {
  if (typeof value === 'string')
    return JSON.stringify(value.slice(0, LONGEST_PREVIEW)) + (value.length > LONGEST_PREVIEW ? '…' : '')
  if (!isContainer(value)) return String(value)
  const size = sizeOf(value)
  const [one, many] = Array.isArray(value) ? ['item', 'items'] : ['field', 'fields']
  return `${size.toLocaleString('en')} ${size === 1 ? one : many}`
}
