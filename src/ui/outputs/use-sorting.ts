import { useMemo, useState } from 'react'
import type { TableSort } from '../data-table.tsx'
import { type Row, toRows } from './format-value.ts'
import { sortRows } from './sort-rows.ts'

export interface Sorting {
  /** In the order that is shown. */
  readonly rows: readonly Row[]
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort | undefined) => void
}

/** The rows of a table output in the order that a person chose; of the next result too. */
export function useSorting(value: unknown): Sorting {
  const [sort, onSort] = useState<TableSort>()
  const rows = useMemo(() => {
    const given = toRows(value)
    return sort === undefined ? given : sortRows(given, sort)
  }, [value, sort])
  return { rows, sort, onSort }
}
