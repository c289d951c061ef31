import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#src/client/save-file.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { DataTable } from '#src/ui/data-table.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { niceTicks } from '#src/ui/outputs/chart-scale.ts'
import { PointSlider } from '#src/ui/outputs/output-chart.tsx'
import { chartFile, type InFile } from './chart-file.ts'

export interface Series {
  readonly name: string
  /** By day; null where there is nothing to say. */
  readonly values: readonly (number | null)[]
  /** Colours of the design system, for the bars or the line. */
  readonly fill: string
  readonly stroke: string
  /** Tells lines apart without their colour. */
  readonly dashes?: string
}

interface DayChartProps {
  readonly title: string
  readonly kind: 'bars' | 'lines'
  readonly days: readonly string[]
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** Between the lines of the scale, times powers of ten, where not every one can be told by `format`. */
  readonly steps?: number[]
  readonly fileName: string
  /** Where the table's figures have a unit. */
  readonly inFile?: InFile
}

/** Values by day, as a picture, read out by a slider, as a table and as a file. */
export function DayChart({ title, kind, days, series, format, steps, fileName, inFile }: DayChartProps) {
  const rows = days.map((day, index) => ({ day, values: series.map(({ values }) => values[index] ?? null) }))
  const shown = (value: number | null) => (value === null ? '–' : format(value))
  const download = () => saveFile(fileName, chartFile(days, series, inFile), 'text/csv;charset=utf-8')
  return (
    <figure className="flex min-w-0 flex-col gap-3 rounded-10 border border-line bg-surface p-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-16">{title}</h3>
        <Button size="dense" icon={Download} onClick={download}>
          Download CSV<span className="sr-only"> of {title}</span>
        </Button>
      </figcaption>
      <Legend kind={kind} series={series} />
      <Plot
        key={`${days[0]} ${days.at(-1)}`}
        kind={kind}
        rows={rows}
        series={series}
        format={format}
        {...(steps && { steps })}
      />
      <Disclosure summary={<>Show the numbers</>}>
        <DataTable
          caption={title}
          hidesCaption
          rows={rows}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', header: 'Day', cell: ({ day }) => day, isHeader: true },
            ...series.map(({ name }, index) => ({
              key: name,
              header: name,
              numeric: true,
              cell: ({ values }: (typeof rows)[number]) => shown(values[index] ?? null),
            })),
          ]}
        />
      </Disclosure>
    </figure>
  )
}

const Legend = ({ kind, series }: Pick<DayChartProps, 'kind' | 'series'>) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-text-2">
    {series.map(({ name, fill, stroke, dashes }) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <svg viewBox="0 0 16 8" aria-hidden="true" className="h-2 w-4">
          {kind === 'bars' ? (
            <rect width="16" height="8" className={fill} />
          ) : (
            <path d="M0 4H16" strokeWidth="2" strokeDasharray={dashes} className={stroke} />
          )}
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

interface Row {
  readonly day: string
  readonly values: readonly (number | null)[]
}

interface PlotProps extends Pick<DayChartProps, 'kind' | 'series' | 'format' | 'steps'> {
  readonly rows: readonly Row[]
}

const sumOf = ({ values }: Row) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

function Plot({ kind, rows, series, format, steps }: PlotProps) {
  const [chosen, setChosen] = useState(rows.length - 1)
  const at = Math.min(chosen, rows.length - 1)
  const heights = rows.map((row) => (kind === 'bars' ? sumOf(row) : Math.max(0, ...row.values.map((one) => one ?? 0))))
  const even = niceTicks(0, Math.max(1, ...heights), steps)
  // There is no half of a run or of a search.
  const ticks = heights.every(Number.isInteger) ? even.filter(Number.isInteger) : even
  const top = ticks.at(-1) ?? 1
  const scale = (value: number) => 100 - (value / top) * 100
  const place = (index: number) => ((index + 0.5) / rows.length) * 100
  const row = rows[at]
  const read = row === undefined ? '' : readOut(row, series, format)
  return (
    // Axes run from left to right in every script.
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden="true" className="meta-line flex h-52 flex-col-reverse justify-between text-end leading-none!">
        {ticks.map((tick) => (
          <span key={tick}>{tick === 0 ? '0' : format(tick)}</span>
        ))}
      </div>
      <div className="py-1.5">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-49 w-full overflow-visible"
        >
          {ticks.map((tick) => (
            <path key={tick} d={`M0 ${scale(tick)}H100`} vectorEffect="non-scaling-stroke" className="stroke-line" />
          ))}
          <path
            d={`M${place(at)} 0V100`}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="3 3"
            className="stroke-line-strong"
          />
          {kind === 'bars' ? (
            <Bars rows={rows} series={series} scale={scale} place={place} />
          ) : (
            <Lines rows={rows} series={series} scale={scale} place={place} />
          )}
        </svg>
      </div>
      <div aria-hidden="true" className="meta-line col-start-2 flex justify-between gap-4">
        <span>{rows[0]?.day}</span>
        <span>{rows.at(-1)?.day}</span>
      </div>
      <PointSlider
        {...{ what: 'day', count: rows.length, at, read, onChange: setChosen }}
        className="col-span-2 mt-2 flex-col gap-1"
      />
    </div>
  )
}

const readOut = ({ day, values }: Row, series: readonly Series[], format: (value: number) => string): string => {
  const parts = series.map(({ name }, index) => {
    const value = values[index] ?? null
    return `${name} ${value === null ? '–' : format(value)}`
  })
  return `${day}: ${parts.join(', ')}`
}

interface MarksProps {
  readonly rows: readonly Row[]
  readonly series: readonly Series[]
  readonly scale: (value: number) => number
  readonly place: (index: number) => number
}

const Bars = ({ rows, series, scale, place }: MarksProps) => {
  const width = 70 / rows.length
  return rows.flatMap(({ day, values }, index) => {
    let below = 0
    return values.map((value, at) => {
      const from = below
      below += value ?? 0
      return (
        <rect
          key={`${day} ${series[at]?.name}`}
          x={place(index) - width / 2}
          y={scale(below)}
          width={width}
          height={scale(from) - scale(below)}
          className={series[at]?.fill ?? ''}
        />
      )
    })
  })
}

/** A line ends where a day has nothing to say, and goes on after it; a day alone is a dot. */
function pathsOf(values: readonly (number | null)[], { scale, place }: Pick<MarksProps, 'scale' | 'place'>) {
  const has = (index: number) => (values[index] ?? null) !== null
  const line: string[] = []
  const dots: string[] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const point = `${place(index)} ${scale(value)}`
    if (has(index - 1)) line.push(`L${point}`)
    else if (has(index + 1)) line.push(`M${point}`)
    else dots.push(`M${point}h0.01`)
  }
  return { line: line.join(''), dots: dots.join('') }
}

const Lines = ({ rows, series, scale, place }: MarksProps) =>
  series.map(({ name, stroke, dashes }, at) => {
    const { line, dots } = pathsOf(
      rows.map(({ values }) => values[at] ?? null),
      { scale, place },
    )
    return (
      <g
        key={name}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={classNames('fill-none', stroke)}
      >
        <path d={line} vectorEffect="non-scaling-stroke" strokeDasharray={dashes} />
        <path d={dots} vectorEffect="non-scaling-stroke" strokeWidth="7" />
      </g>
    )
  })
