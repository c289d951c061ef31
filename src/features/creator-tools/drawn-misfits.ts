import { isObject } from '#src/lib/json-object.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { type Column, IMAGE_ADDRESS, type OutputSpec, type OutputType, type Renderer } from '#src/sdk/outputs.ts'

export const typeOf = (value: Json): OutputType => {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'any'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}

export const TYPE_WORDS: Readonly<Record<OutputType, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  any: 'nothing',
}
const called = (value: Json) => TYPE_WORDS[typeOf(value)]

/** The first of these problems, as of thousands of rows that are wrong one says it. */
function first<Item>(items: readonly Item[], problem: (item: Item, at: number) => string | undefined) {
  for (const [at, item] of items.entries()) {
    const found = problem(item, at + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const VALUE_OF_COLUMN = {
  number: ['number', 'a number'],
  money: ['number', 'a number'],
  rounded: ['number', 'a number'],
  colour: ['string', 'text such as #ff8800'],
} as const

/** Such as “n/a” or a dash, for a number that there is not. What has digits should be the number that it shows. */
const isWord = (value: Json) => typeof value === 'string' && !/\p{N}/u.test(value)

/** A cell may be empty, and in a column of numbers a word may stand for one that there is not. */
function cellProblem(row: JsonObject, { name, type }: Column): string | undefined {
  const value = row[name]
  if (value === undefined || value === null || type === undefined || type === 'string') return undefined
  const [wanted, words] = VALUE_OF_COLUMN[type]
  if (wanted === 'number' && isWord(value)) return undefined
  return typeof value === wanted ? undefined : `should have ${words} as “${name}”, but has ${called(value)}`
}

function rowProblem(row: Json, columns: readonly Column[] | undefined): string | undefined {
  if (!isObject(row)) return `should be an object with a value for each column, but is ${called(row)}`
  if (columns === undefined) return undefined
  if (!columns.some(({ name }) => Object.hasOwn(row, name)))
    return `has none of the columns ${columns.map(({ name }) => `“${name}”`).join(', ')}`
  return first(columns, (column) => cellProblem(row, column))
}

/** A column that no row has would be left out without a word. */
const missingColumn = (rows: readonly JsonObject[], columns: readonly Column[]) =>
  columns.find(({ name }) => !rows.some((row) => Object.hasOwn(row, name)))?.name

function rowsMisfit(value: readonly Json[], columns: readonly Column[] | undefined): string | undefined {
  const wrong = first(value, (row, at) => {
    const problem = rowProblem(row, columns)
    return problem && `row ${at} ${problem}`
  })
  if (wrong !== undefined || value.length === 0 || columns === undefined) return wrong
  const missing = missingColumn(value.filter(isObject), columns)
  return missing === undefined ? undefined : `no row has the column “${missing}”`
}

/** Drawn is the first column with numbers behind the first one, which names the points. */
function chartMisfit(value: readonly Json[], declared: readonly Column[] | undefined): string | undefined {
  const wrong = first(value, (item, at) =>
    isObject(item) ? undefined : `item ${at} should be an object with a name and a number, but is ${called(item)}`,
  )
  const items = value.filter(isObject)
  if (wrong !== undefined || items.length === 0) return wrong
  const names = declared?.map(({ name }) => name) ?? Object.keys(items[0] ?? {})
  const drawn = names.slice(1).find((name) => items.some((item) => typeof item[name] === 'number'))
  if (drawn === undefined) return 'no item has a number behind its name, so there is nothing to draw'
  return first(items, (item, at) => {
    const height = item[drawn] ?? null
    return height === null || typeof height === 'number'
      ? undefined
      : `item ${at} should have a number as “${drawn}”, but has ${called(height)}`
  })
}

/** How the data of a picture begins, in Base64. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  gif: /^R0lGOD/,
  webp: /^UklGR/,
  avif: /^AAAA/,
}

function imageMisfit(value: string): string | undefined {
  const [, type = ''] = IMAGE_ADDRESS.exec(value) ?? []
  if (type === '')
    return 'should be a picture as an address that begins with data:image/ and is png, jpeg, gif, webp, avif or svg+xml'
  const comma = value.indexOf(',')
  const isBase64 = value.slice(0, comma).endsWith(';base64')
  const data = value.slice(comma + 1)
  if (type === 'svg+xml') return isSvg(data, isBase64) ? undefined : 'should be a picture, but has no <svg> in its data'
  const looksRight = comma > 0 && isBase64 && BEGINNINGS[type]?.test(data) === true
  return looksRight ? undefined : `should be a picture, but its data is not that of ${type} in Base64`
}

function isSvg(data: string, isBase64: boolean): boolean {
  try {
    return /<svg[\s>]/.test(isBase64 ? atob(data) : decodeURIComponent(data))
  } catch {
    // Neither Base64 nor escaped: a per cent sign of its own, as in width="50%".
    return !isBase64 && /<svg[\s>]/.test(data)
  }
}

const numberMisfit = (value: Json, format: string): string | undefined =>
  value === null || typeof value === 'number'
    ? undefined
    : `is of the format ${format}, so it should be a number, but is ${called(value)}`

/** These write the output itself as a number of some form; columns have types of their own, and JSON stays as it is. */
const WRITES_FORMAT: ReadonlySet<Renderer> = new Set(['text', 'badge', 'list'])

function formatMisfit(value: Json, { format, renderer }: OutputSpec): string | undefined {
  switch (format) {
    case 'money':
    case 'percent':
    case 'rounded':
    case 'rounded-percent':
      if (!WRITES_FORMAT.has(renderer)) return undefined
      return Array.isArray(value)
        ? first(value, (item, at) => {
            const problem = numberMisfit(item, format)
            return problem && `item ${at} ${problem}`
          })
        : numberMisfit(value, format)
    case 'html':
      return typeof value === 'string'
        ? undefined
        : `is of the format html, so it should be text, but is ${called(value)}`
    case 'marked':
      if (!Array.isArray(value)) return `is of the format marked, so it should be a list, but is ${called(value)}`
      return first(value, (part, at) =>
        isObject(part) && typeof part.text === 'string'
          ? undefined
          : `part ${at} should be an object with a text, as the format marked asks for`,
      )
    default:
      return undefined
  }
}

/** What keeps the renderer from drawing a value of the right type, in words that follow the name of the output. */
export function drawnMisfit(spec: OutputSpec, value: Json): string | undefined {
  const { renderer, format, columns } = spec
  const wrong = formatMisfit(value, spec)
  // Formats such as these are drawn in their own way, whatever the renderer.
  if (wrong !== undefined || format === 'marked' || format === 'html') return wrong
  if (renderer === 'image' && typeof value === 'string') return imageMisfit(value)
  if (renderer === 'table') return rowsMisfit(Array.isArray(value) ? value : [value], columns)
  if (renderer === 'chart' && Array.isArray(value)) return chartMisfit(value, columns)
  return undefined
}
