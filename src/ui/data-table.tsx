import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { ScrollBox } from './scroll-box.tsx'

export interface TableColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, figures of one width. */
  numeric?: boolean
  sortable?: boolean
  /** Names the row (th scope=row). */
  isHeader?: boolean
}

export interface TableSort {
  key: string
  direction: 'ascending' | 'descending'
}

export interface DataTableProps<Row> {
  caption: string
  /** The caption is only for screen readers, where a heading above says the same. */
  hidesCaption?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  sort?: TableSort | undefined
  /** The order is the caller's: this only says what was asked for. Undefined: the rows as they came. */
  onSort?: (sort: TableSort | undefined) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hidesCaption = false, columns, rows, rowKey, sort, onSort } = props
  const captionId = useId()
  return (
    <ScrollBox labelledBy={captionId} className="rounded-10 border border-line bg-surface">
      <table className="w-full border-collapse text-14">
        <caption id={captionId} className={hidesCaption ? 'sr-only' : 'px-4 py-2 text-start text-13 text-text-2'}>
          {caption}
        </caption>
        <thead className="bg-sunken">
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr]:border-t [&>tr]:border-line [&>tr:hover]:bg-hover">
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <BodyCell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Characters from which a text keeps a width that it can be read in; the box then scrolls. */
const LONG_TEXT = 40

function BodyCell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const content = column.cell(row)
  const className = classNames(
    'px-3 py-2 align-top first:ps-4 last:pe-4',
    column.numeric ? 'figures text-end' : 'text-start',
    typeof content === 'string' && content.length > LONG_TEXT && 'min-w-56',
  )
  return column.isHeader ? (
    <th scope="row" className={classNames(className, 'font-medium')}>
      {content}
    </th>
  ) : (
    <td className={className}>{content}</td>
  )
}

/** A column goes up, then down, then back to the order in which the rows came. */
function nextSort(key: string, direction: TableSort['direction'] | undefined): TableSort | undefined {
  if (direction === 'descending') return undefined
  return { key, direction: direction === undefined ? 'ascending' : 'descending' }
}

interface HeaderCellProps<Row> {
  column: TableColumn<Row>
  sort: TableSort | undefined
  onSort: ((sort: TableSort | undefined) => void) | undefined
}
function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { key, header, numeric, sortable } = column
  const direction = sort?.key === key ? sort.direction : undefined
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  const look = classNames(
    'px-3 py-2 text-13 font-medium text-text-2 first:ps-4 last:pe-4',
    numeric ? 'text-end' : 'text-start',
  )
  if (!sortable || !onSort)
    return (
      <th scope="col" className={look}>
        {header}
      </th>
    )
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={look}>
      <button
        type="button"
        onClick={() => onSort(nextSort(key, direction))}
        className={classNames(
          'inline-flex min-h-6 items-center gap-0.5 rounded-4 hover:text-text noscript:pointer-events-none pointer-coarse:min-h-11',
          numeric && 'flex-row-reverse',
          direction && 'text-text',
        )}
      >
        {header}
        <Icon size={12} className="flex-none noscript:hidden" />
      </button>
    </th>
  )
}
