import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keyOf } from './json-paths.ts'
import { TableRows } from './table-rows.tsx'
import type { TableSort } from './table-order.ts'

const heads = (sort: TableSort | undefined) =>
  renderToString(
    <TableRows
      label="Table of items"
      place={{ path: [], list: [{ sku: 'a', price: 2 }] }}
      search=""
      sort={sort}
      onSort={() => undefined}
      chosen={[]}
      onChoose={() => undefined}
      onDrag={() => undefined}
      onEnter={() => undefined}
    />,
  ).match(/aria-sort="[a-z]+"/g)

test('the head of a column says which way the table is in its order', () => {
  expect(heads(undefined)).toEqual(['aria-sort="none"', 'aria-sort="none"'])
  const by = { list: keyOf([]), column: 'price' }
  expect(heads({ ...by, falls: false })).toEqual(['aria-sort="none"', 'aria-sort="ascending"'])
  expect(heads({ ...by, falls: true })).toEqual(['aria-sort="none"', 'aria-sort="descending"'])
})
