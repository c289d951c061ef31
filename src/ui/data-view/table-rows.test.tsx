import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keyOf } from './json-paths.ts'
import type { TableSort } from './table-order.ts'
import { TableRows } from './table-rows.tsx'

// It is drawn in browsers alone, and asks them how tall a row has to be for a finger.
beforeAll(() => vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) }))
afterAll(() => vi.unstubAllGlobals())

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
