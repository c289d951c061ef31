import { useId, useState } from 'react'
import type { Column } from '#src/sdk/outputs.ts'
import { classNames } from '../class-names.ts'
import { Disclosure } from '../disclosure.tsx'
import { niceTicks } from './chart-scale.ts'
import { columnsOf, formatValue, toRows } from './format-value.ts'
import type { OutputProps } from './output-props.ts'
import { OutputJson, OutputTable } from './plain-outputs.tsx'

const BARS_UP_TO = 24

interface Point {
  name: string
  y: number
}

/** Points of the first numeric column after the first column, which names them. */
function toPoints(value: unknown, declared: readonly Column[] | undefined) {
  const rows = toRows(value)
  const [x, ...others] = columnsOf(rows, declared)
  const y = others.find((column) => rows.some((row) => typeof row[column.name] === 'number'))
  if (!x || !y) return undefined
  const points = rows.flatMap((row) => {
    const height = row[y.name]
    return typeof height === 'number' ? [{ name: formatValue(row[x.name], x.type), y: height }] : []
  })
  return { x, y, points }
}

/** One series, bars for a few points and a line for many. A slider reads out any point; the numbers are below. */
export function OutputChart({ spec, value }: OutputProps) {
  const series = toPoints(value, spec.columns)
  if (!series) return <OutputJson spec={spec} value={value} />
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-wrap gap-x-3 pe-24 text-13 text-text-2">
        <span>{spec.label}</span>
        <span className="text-text-3">
          {series.y.label} by {series.x.label}
        </span>
      </figcaption>
      <Plot {...series} />
      <Disclosure summary="Show the numbers">
        <OutputTable spec={spec} value={value} />
      </Disclosure>
    </figure>
  )
}

function Plot({ points, y: column }: { points: readonly Point[]; y: Column }) {
  const [at, setAt] = useState(points.length - 1)
  const heights = points.map((point) => point.y)
  const ticks = niceTicks(Math.min(0, ...heights), Math.max(0, ...heights))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const scale = (height: number) => 100 - ((height - low) / (high - low)) * 100
  const place = (index: number) => ((index + 0.5) / points.length) * 100
  const chosen = points[Math.min(at, points.length - 1)]
  const read = chosen ? `${chosen.name}: ${formatValue(chosen.y, column.type)}` : ''
  return (
    // Axes and code run from left to right in every script.
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden="true" className="meta-line flex h-52 flex-col-reverse justify-between text-end leading-none!">
        {ticks.map((tick) => (
          <span key={tick}>{formatValue(tick, 'number')}</span>
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
            className="stroke-line-strong"
            strokeDasharray="3 3"
          />
          {points.length <= BARS_UP_TO ? (
            points.map((point, index) => (
              <Bar
                key={point.name}
                x={place(index)}
                from={scale(0)}
                to={scale(point.y)}
                width={70 / points.length}
                chosen={index === at}
              />
            ))
          ) : (
            <polyline
              points={points.map((point, index) => `${place(index)},${scale(point.y)}`).join(' ')}
              vectorEffect="non-scaling-stroke"
              strokeWidth="2"
              strokeLinejoin="round"
              className="fill-none stroke-chart-1"
            />
          )}
        </svg>
      </div>
      <div aria-hidden="true" className="meta-line col-start-2 flex justify-between gap-4">
        <span className="truncate">{points[0]?.name}</span>
        <span className="truncate">{points.at(-1)?.name}</span>
      </div>
      <PointSlider
        {...{ what: 'point', count: points.length, at, read, onChange: setAt }}
        className="col-start-2 flex-wrap items-center gap-x-4"
      />
    </div>
  )
}

const Bar = ({
  x,
  from,
  to,
  width,
  chosen,
}: {
  x: number
  from: number
  to: number
  width: number
  chosen: boolean
}) => (
  <rect
    x={x - width / 2}
    y={Math.min(from, to)}
    width={width}
    height={Math.abs(from - to)}
    className={chosen ? 'fill-accent-hover' : 'fill-chart-1'}
  />
)

interface PointSliderProps {
  /** What is read out: "day", "point". */
  readonly what: string
  readonly count: number
  readonly at: number
  /** The point at that place, in words. */
  readonly read: string
  readonly onChange: (at: number) => void
  /** Around label and slider. */
  readonly className: string
}

/** Reads out the points of a chart one by one, by pointer, by arrows and to screen readers. */
export function PointSlider({ what, count, at, read, onChange, className }: PointSliderProps) {
  const id = useId()
  const last = Math.max(0, count - 1)
  return (
    <div className={classNames('flex', className)}>
      <label htmlFor={id} className="figures text-13 font-medium">
        <span className="sr-only">{`Read a ${what}, `}</span>
        {read}
      </label>
      <span className="relative flex min-w-[min(10rem,100%)] flex-1 items-center">
        <progress aria-hidden="true" className="slider-track" max={Math.max(1, last)} value={at} />
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={read}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          className="slider"
        />
      </span>
    </div>
  )
}
