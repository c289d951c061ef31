import type { Json } from '#src/sdk/json.ts'
import { isContainer, type JsonPath, keyOf, previewOf } from './json-paths.ts'

/** A list inside a value that can be shown as a table. */
export interface ListPlace {
  readonly path: JsonPath
  readonly list: readonly Json[]
}

/** How deep lists are looked for, and how many are offered. */
const LOOK_DEPTH = 4
const MOST_LISTS = 20

/** The lists in a value, the longest first; a list inside a list is in the table of that one. */
export function listsIn(value: Json): ListPlace[] {
  const lists: ListPlace[] = []
  const look = (part: Json, path: JsonPath) => {
    if (Array.isArray(part)) lists.push({ path, list: part })
    else if (isContainer(part) && path.length < LOOK_DEPTH)
      for (const [name, inner] of Object.entries(part)) look(inner, [...path, name])
  }
  look(value, [])
  return lists.toSorted((a, b) => b.list.length - a.list.length).slice(0, MOST_LISTS)
}

/** More are left to the other views. */
export const MOST_COLUMNS = 40

/** Names of all columns, in the order in which they first occur; '' for items that are no objects. */
export function columnsOf(list: readonly Json[]): string[] {
  const names = new Set<string>()
  for (const item of list) {
    if (!isContainer(item) || Array.isArray(item)) names.add('')
    else for (const name of Object.keys(item)) names.add(name)
  }
  return [...names]
}

/** What a cell holds; undefined where the item has no such field. */
export function cellOf(item: Json | undefined, column: string): Json | undefined {
  if (item === undefined) return undefined
  const isRecord = isContainer(item) && !Array.isArray(item)
  if (column === '') return isRecord ? undefined : item
  return isRecord && Object.hasOwn(item, column) ? item[column] : undefined
}

export const cellPath = ({ path }: Pick<ListPlace, 'path'>, row: number, column: string): JsonPath =>
  column === '' ? [...path, row] : [...path, row, column]

/** The cell of a place; the first one for a place elsewhere. */
export function placeInTable(path: JsonPath, place: Pick<ListPlace, 'path'>, columns: readonly string[]) {
  const depth = place.path.length
  const [item, column = ''] = path.slice(depth)
  const isHere = keyOf(path.slice(0, depth)) === keyOf(place.path) && typeof item === 'number'
  return isHere ? { item, column: Math.max(0, columns.indexOf(String(column))) } : { item: 0, column: 0 }
}

/** Text as it is, so that a table is read like one; everything else in short. */
export const cellText = (value: Json | undefined): string => {
  if (value === undefined) return ''
  return typeof value === 'string' ? value.slice(0, 200) : previewOf(value)
}

const holds = (value: Json, wanted: string): boolean =>
  isContainer(value)
    ? Object.values(value).some((inner) => holds(inner, wanted))
    : String(value).toLowerCase().includes(wanted)

/** The places of the items that hold the text anywhere, also where no cell has the room to show it. */
export function rowsWith(list: readonly Json[], text: string): number[] {
  const wanted = text.toLowerCase()
  return list.flatMap((item, index) => (holds(item, wanted) ? [index] : []))
}
