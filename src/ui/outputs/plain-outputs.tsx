import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputSpec } from '#src/sdk/outputs.ts'
import { Badge } from '../badge.tsx'
import { classNames } from '../class-names.ts'
import { CodeBlock } from '../code-block.tsx'
import { DataTable } from '../data-table.tsx'
import { columnsOf, formatValue, type Row, toRows } from './format-value.ts'
import type { OutputProps } from './output-props.ts'
import { type Sorting, useSorting } from './use-sorting.ts'

/** Label, value, help. */
const Labelled = ({ spec, children }: { spec: OutputSpec; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <p className="text-13 text-text-2">{spec.label}</p>
    {children}
    {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
  </div>
)

export const OutputText = ({ spec, value }: OutputProps) =>
  spec.format === 'code' ? (
    <CodeBlock label={spec.label} code={formatValue(value)} />
  ) : (
    <Labelled spec={spec}>
      <p
        className={classNames(
          'figures whitespace-pre-wrap [overflow-wrap:anywhere]',
          spec.primary ? 'text-21 font-semibold' : 'text-16',
        )}
      >
        {formatValue(value, spec.format)}
      </p>
    </Labelled>
  )

/** Characters of a figure that still fit a phone in the large size. */
const FITS_LARGE = 12

const Figure = ({ text, isPrimary }: { text: string; isPrimary: boolean | undefined }) => {
  const size = !isPrimary ? 'text-21' : text.length > FITS_LARGE ? 'text-21 @sm:text-32' : 'text-32'
  return (
    <div className="@container min-w-0">
      <p
        className={classNames('figures font-semibold [overflow-wrap:anywhere]', size, isPrimary && 'text-accent-text')}
      >
        {text}
      </p>
    </div>
  )
}

export const OutputBadge = ({ spec, value }: OutputProps) => (
  <Labelled spec={spec}>
    {typeof value === 'boolean' ? (
      <Badge kind={value ? 'ok' : 'neutral'} icon={value ? CircleCheck : CircleX}>
        {formatValue(value)}
      </Badge>
    ) : (
      <Figure text={formatValue(value, spec.format)} isPrimary={spec.primary} />
    )}
  </Labelled>
)

export const OutputList = ({ spec, value }: OutputProps) => {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return (
    <Labelled spec={spec}>
      {items.length === 0 ? (
        <p className="text-14 text-text-2">None.</p>
      ) : (
        <ul className="list-disc ps-5 text-14 marker:text-text-3">
          {items.map((item, index) => (
            <li key={index} className="[overflow-wrap:anywhere]">
              {formatValue(item, spec.format)}
            </li>
          ))}
        </ul>
      )}
    </Labelled>
  )
}

const SHORT_CELL = 20

/** A date, with its time, or a word is not broken at its hyphens. */
const cellOf = (text: string): ReactNode =>
  text.length > SHORT_CELL ? text : <span className="whitespace-nowrap">{text}</span>

const HEX_COLOUR = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

/** The colour itself before its hex; other texts stay as they are. */
const colourCell = (text: string): ReactNode =>
  HEX_COLOUR.test(text) ? (
    <span className="inline-flex items-center gap-2 font-mono text-13 whitespace-nowrap">
      <svg width={28} height={20} aria-hidden="true" className="flex-none rounded-4 border border-line-strong">
        <rect width="100%" height="100%" fill={text} />
      </svg>
      {text}
    </span>
  ) : (
    cellOf(text)
  )

interface OutputTableProps extends OutputProps {
  /** Where others follow the order too, such as a file; only these rows are drawn. */
  sorting?: Sorting
}

export const OutputTable = ({ spec, value, sorting }: OutputTableProps) => {
  const own = useSorting(value)
  const { rows, sort, onSort } = sorting ?? own
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <DataTable
        caption={spec.label}
        rows={rows}
        rowKey={(_, index) => String(index)}
        sort={sort}
        onSort={onSort}
        columns={columnsOf(toRows(value), spec.columns).map(({ name, label, type }) => ({
          key: name,
          header: label,
          sortable: true,
          numeric: type === 'number' || type === 'money' || type === 'rounded',
          cell: (row: Row) => (type === 'colour' ? colourCell : cellOf)(formatValue(row[name], type)),
        }))}
      />
      {rows.length === 0 ? <p className="text-14 text-text-2">No rows.</p> : null}
      {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
    </div>
  )
}

export const OutputJson = ({ spec, value }: OutputProps) => (
  <details open>
    <summary className="min-h-6 w-fit rounded-4 text-13 text-text-2 pointer-coarse:py-3">{spec.label}</summary>
    <div className="mt-1">
      <CodeBlock label={`${spec.label}, JSON`} code={JSON.stringify(value, null, 2)} />
    </div>
  </details>
)
