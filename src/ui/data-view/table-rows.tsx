import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, startTransition, useId, useMemo, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { type JsonPath, keyOf } from './json-paths.ts'
import {
  cellOf,
  cellPath,
  cellText,
  columnsOf,
  type ListPlace,
  MOST_COLUMNS,
  placeInTable,
  rowsWith,
} from './table-model.ts'
import { nextSort, orderOf, type TableSort } from './table-order.ts'
import { SCROLLER, useWindow } from './use-window.ts'
import { movedBy } from './visible-window.ts'

interface TableRowsProps {
  readonly label: string
  readonly place: ListPlace
  readonly search: string
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort | undefined) => void
  readonly chosen: JsonPath
  readonly onChoose: (path: JsonPath) => void
  readonly onDrag: (event: DragEvent, path: JsonPath) => void
  readonly onEnter: () => void
}

const NUMBER = 'sticky start-0 z-1 min-w-14 border-e border-line bg-sunken px-2 text-end font-normal text-text-3'
const CELL = 'h-7 w-44 max-w-44 min-w-24 truncate px-2 text-start pointer-coarse:h-11'

/** The items that are shown, in their order; undefined for all of them as they are. */
function useItems({ place, search, sort }: Pick<TableRowsProps, 'place' | 'search' | 'sort'>) {
  const names = useMemo(() => columnsOf(place.list), [place])
  const columns = useMemo(() => names.slice(0, MOST_COLUMNS), [names])
  const isSorted = sort !== undefined && sort.list === keyOf(place.path) && columns.includes(sort.column)
  const order = useMemo(() => (isSorted ? orderOf(place.list, sort) : undefined), [place, isSorted, sort])
  const items = useMemo(() => {
    if (search === '') return order
    const found = rowsWith(place.list, search)
    if (order === undefined) return found
    const wanted = new Set(found)
    return order.filter((item) => wanted.has(item))
  }, [place, search, order])
  return { columns, fields: names.length, items, sorted: isSorted ? sort : undefined }
}

/** A list of objects as a table: one row an item, one column a field. */
export function TableRows(props: TableRowsProps) {
  const { label, place, sort, onSort, chosen, onChoose, onDrag, onEnter } = props
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const { columns, fields, items, sorted } = useItems(props)
  const count = items?.length ?? place.list.length
  const itemAt = (row: number) => (items === undefined ? row : (items[row] ?? -1))
  const pathAt = (row: number, column: number) => cellPath(place, itemAt(row), columns[column] ?? '')
  const at = placeInTable(chosen, place, columns)
  // Where nothing is chosen in it, the first row stays in sight, whichever item that is.
  const isHere = chosen.length > place.path.length
  const active = items === undefined ? at.item : Math.max(0, isHere ? items.indexOf(at.item) : 0)
  const { indexes, before, after, page, isSeen } = useWindow(box, { count, active, hasHeader: true })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = movedBy(event.key, active, count, page)
    if (step !== undefined) onChoose(pathAt(active, Math.max(0, Math.min(columns.length - 1, at.column + step))))
    else if (next !== undefined) onChoose(pathAt(next, at.column))
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  return (
    <div ref={box} className={SCROLLER}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are chosen with arrows
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={isSeen && count > 0 ? `${base}-${active}-${at.column}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="w-max min-w-full border-separate border-spacing-0 -outline-offset-2"
      >
        <thead className="sticky top-0 z-2 bg-sunken font-sans">
          <tr aria-rowindex={1}>
            <th scope="col" className={classNames(NUMBER, 'border-b')}>
              <span className="sr-only">Item</span>
            </th>
            {columns.map((column) => (
              <ColumnHead
                key={column}
                name={column || 'value'}
                falls={sorted?.column === column ? sorted.falls : undefined}
                // Ten thousand items take a moment: the press is seen before they stand in order.
                onPress={() => startTransition(() => onSort(nextSort(sort, keyOf(place.path), column)))}
              />
            ))}
          </tr>
        </thead>
        <tbody aria-hidden="true">
          <tr style={{ height: before }} />
        </tbody>
        <tbody>
          {indexes.map((index) => (
            <tr key={itemAt(index)} aria-rowindex={index + 2} className="hover:bg-hover">
              <th scope="row" className={NUMBER}>
                {itemAt(index)}
              </th>
              {columns.map((column, position) => {
                const path = pathAt(index, position)
                const value = cellOf(place.list[itemAt(index)], column)
                const isChosen = keyOf(path) === keyOf(chosen)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the table's
                  // biome-ignore lint/a11y/useFocusableInteractive: so is the focus
                  <td
                    key={column}
                    id={`${base}-${index}-${position}`}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it can be chosen
                    role="gridcell"
                    aria-selected={isChosen}
                    draggable
                    onDragStart={(event) => onDrag(event, path)}
                    onClick={() => onChoose(path)}
                    onDoubleClick={onEnter}
                    className={classNames(
                      CELL,
                      'cursor-grab border-b border-line',
                      typeof value === 'number' && 'text-end',
                      isChosen && 'bg-accent-soft outline-1 -outline-offset-1 outline-accent',
                    )}
                  >
                    {cellText(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tbody aria-hidden="true">
          <tr style={{ height: after }} />
        </tbody>
      </table>
      {fields > columns.length ? (
        <p className="sticky start-0 w-fit p-2 font-sans text-13 text-text-2">
          The first {columns.length} of {fields} fields are shown here. JSON has them all.
        </p>
      ) : null}
    </div>
  )
}

interface ColumnHeadProps {
  readonly name: string
  /** Which way the table is in its order; undefined when it is not. */
  readonly falls: boolean | undefined
  readonly onPress: () => void
}

function ColumnHead({ name, falls, onPress }: ColumnHeadProps) {
  const Icon = falls ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={falls === undefined ? 'none' : falls ? 'descending' : 'ascending'}
      className={classNames(CELL, 'border-b border-line font-medium text-text-2')}
    >
      <button type="button" title={`Sort by ${name}`} className="flex size-full items-center gap-1" onClick={onPress}>
        <span className="truncate">{name}</span>
        {falls === undefined ? null : <Icon size={14} className="shrink-0" />}
      </button>
    </th>
  )
}
