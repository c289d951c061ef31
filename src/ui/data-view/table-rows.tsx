import { type DragEvent, type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { type JsonPath, keyOf } from './json-paths.ts'
import { cellOf, cellPath, cellText, columnsOf, type ListPlace, placeInTable, rowsWith } from './table-model.ts'
import { SCROLLER, useWindow } from './use-window.ts'
import { movedBy } from './visible-window.ts'

interface TableRowsProps {
  readonly label: string
  readonly place: ListPlace
  readonly search: string
  readonly chosen: JsonPath
  readonly onChoose: (path: JsonPath) => void
  readonly onDrag: (event: DragEvent, path: JsonPath) => void
  readonly onEnter: () => void
}

const NUMBER = 'sticky start-0 z-1 min-w-14 border-e border-line bg-sunken px-2 text-end font-normal text-text-3'
const CELL = 'h-7 w-44 max-w-44 min-w-24 truncate px-2 text-start pointer-coarse:h-11'

/** A list of objects as a table: one row an item, one column a field. */
export function TableRows({ label, place, search, chosen, onChoose, onDrag, onEnter }: TableRowsProps) {
  const base = useId()
  const box = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => columnsOf(place.list), [place])
  const items = useMemo(
    () => (search === '' ? undefined : rowsWith(place.list, columns, search)),
    [place, columns, search],
  )
  const count = items?.length ?? place.list.length
  const itemAt = (row: number) => (items === undefined ? row : (items[row] ?? -1))
  const pathAt = (row: number, column: number) => cellPath(place, itemAt(row), columns[column] ?? '')
  const at = placeInTable(chosen, place, columns)
  const active = Math.max(0, items === undefined ? at.item : items.indexOf(at.item))
  const { indexes, before, after, page, isSeen } = useWindow(box, { count, active, hasHeader: true })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
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
              <th key={column} scope="col" className={classNames(CELL, 'border-b border-line font-medium text-text-2')}>
                {column || 'value'}
              </th>
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
    </div>
  )
}
