import { useMemo, useState } from 'react'
import type { TableSort } from '../data-table.tsx'
import { type Row, toRows } from './format-value.ts'
import type { sortRows } from './sort-rows.ts'

export interface Sorting {
  /** In the order that is shown. */
  readonly rows: readonly Row[]
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort | undefined) => void
}

/** The rows of a table output in the order that a person chose; of the next result too. */
export function useSorting(value: unknown): Sorting {
  const [order, setOrder] = useState<{ sort: TableSort; by: typeof sortRows }>()
  const rows = useMemo(() => {
    const given = toRows(value)
    return order === undefined ? given : order.by(given, order.sort)
  }, [value, order])
  // Most tables are only read, so what sorts comes when it is wanted. Without a connection they stay as they are.
  const onSort = (sort: TableSort | undefined) =>
    void import('./sort-rows.ts').then(
      ({ sortRows: by }) => setOrder(sort && { sort, by }),
      () => undefined,
    )
  return { rows, sort: order?.sort, onSort }
}
