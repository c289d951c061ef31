import { exactJson } from '#src/lib/exact-json.ts'
import { ToolError } from '#src/sdk/index.ts'
import { inferType } from './infer-type.ts'

type Cell = string | number | boolean | null

/** Names of columns: an empty one is column3, one that occurs again gets _2, _3 … */
function namesOf(header: readonly string[]): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return header.map((given, index) => {
    const wanted = given === '' ? `column${index + 1}` : given
    let name = wanted
    while (taken.has(name)) {
      const count = (counts.get(wanted) ?? 1) + 1
      counts.set(wanted, count)
      name = `${wanted}_${count}`
    }
    taken.add(name)
    return name
  })
}

interface Reading {
  readonly header: boolean
  readonly inferTypes: boolean
}

/** Objects with the names of the first record, or arrays. A record may be shorter than the header, not longer. */
export function toValues(records: readonly (readonly string[])[], { header, inferTypes }: Reading) {
  const cellOf = (text: string): Cell => (inferTypes ? inferType(text) : text)
  if (!header) return records.map((record) => record.map(cellOf))
  const [first = [], ...rest] = records
  const names = namesOf(first)
  return rest.map((record, index) => {
    if (record.length > names.length)
      throw new ToolError(`CSV: record ${index + 2} has ${record.length} fields, the header has ${names.length}`, {
        field: 'csv',
      })
    return Object.fromEntries(names.map((name, column) => [name, cellOf(record[column] ?? '')]))
  })
}

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? exactJson(value) : String(value)
}

const mixed = () =>
  new ToolError('JSON must be a list of objects, or a list of lists; the elements must be of one kind', {
    field: 'json',
  })

/** The records of a JSON value, the header first: every name that occurs, in the order of its first occurrence. */
export function toRecords(value: unknown, header: boolean): string[][] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (rows.length > 0 && rows.every((row) => Array.isArray(row))) return rows.map((row) => row.map(cellText))
  if (!rows.every(isRow)) throw mixed()
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const records = rows.map((row) => names.map((name) => cellText(Object.hasOwn(row, name) ? row[name] : undefined)))
  return header && names.length > 0 ? [names, ...records] : records
}
