import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputSpec } from '#src/sdk/outputs.ts'
import { Badge } from '../badge.tsx'
import { classNames } from '../class-names.ts'
import { CodeBlock } from '../code-block.tsx'
import { DataTable } from '../data-table.tsx'
import { columnsOf, formatValue, type Row, toRows } from './format-value.ts'
import type { OutputProps } from './output-props.ts'

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

export const OutputBadge = ({ spec, value }: OutputProps) => (
  <Labelled spec={spec}>
    {typeof value === 'boolean' ? (
      <Badge kind={value ? 'ok' : 'neutral'} icon={value ? CircleCheck : CircleX}>
        {formatValue(value)}
      </Badge>
    ) : (
      <p
        className={classNames(
          'figures font-semibold [overflow-wrap:anywhere]',
          spec.primary ? 'text-32 text-accent-text' : 'text-21',
        )}
      >
        {formatValue(value, spec.format)}
      </p>
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
        <ul className="list-disc pl-5 text-14 marker:text-text-3">
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

export const OutputTable = ({ spec, value }: OutputProps) => {
  const rows = toRows(value)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <DataTable
        caption={spec.label}
        rows={rows}
        rowKey={(_, index) => String(index)}
        columns={columnsOf(rows, spec.columns).map(({ name, label, type }) => ({
          key: name,
          header: label,
          numeric: type === 'number' || type === 'money',
          cell: (row: Row) => formatValue(row[name], type),
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
