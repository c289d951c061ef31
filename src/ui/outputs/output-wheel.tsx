import { classNames } from '../class-names.ts'
import { formatValue } from './format-value.ts'
import type { OutputProps } from './output-props.ts'

/** What a wheel shows: the winner alone, or among its options. */
function toWheel(value: unknown): { winner: string; options: readonly string[] } {
  if (typeof value === 'object' && value !== null && 'winner' in value) {
    const options = 'options' in value && Array.isArray(value.options) ? value.options.map(String) : []
    return { winner: String(value.winner), options }
  }
  return { winner: formatValue(value), options: [] }
}

const point = (turn: number, radius: number) =>
  `${(radius * Math.sin(turn * 2 * Math.PI)).toFixed(3)} ${(-radius * Math.cos(turn * 2 * Math.PI)).toFixed(3)}`

/** The slice `index` of `count`, centred on its place, the first on top. */
export function slicePath(index: number, count: number): string {
  if (count === 1) return 'M0 -96A96 96 0 1 1 0 96A96 96 0 1 1 0 -96Z'
  const [from, to] = [(index - 0.5) / count, (index + 0.5) / count]
  return `M0 0L${point(from, 96)}A96 96 0 0 1 ${point(to, 96)}Z`
}

const SHORT = 12
const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text)

/** The winner in words, and on top of a wheel when its options are known. */
export function OutputWheel({ spec, value }: OutputProps) {
  const { winner, options } = toWheel(value)
  const at = Math.max(options.indexOf(winner), 0)
  return (
    <figure className="flex flex-col items-center gap-3">
      <figcaption className="text-13 text-text-2">{spec.label}</figcaption>
      {options.length > 0 ? (
        <svg viewBox="-100 -112 200 212" aria-hidden="true" className="w-64 max-w-full">
          <g transform={`rotate(${(-at / options.length) * 360})`}>
            {options.map((option, index) => (
              <g key={index}>
                <path
                  d={slicePath(index, options.length)}
                  className={classNames('stroke-line-strong', index === at ? 'fill-accent' : 'fill-sunken')}
                />
                <text
                  transform={`rotate(${(index / options.length) * 360 - 90}) translate(88 0)`}
                  textAnchor="end"
                  dominantBaseline="central"
                  fontSize={9}
                  className={index === at ? 'fill-on-accent' : 'fill-text-2'}
                >
                  {shortened(option)}
                </text>
              </g>
            ))}
          </g>
          <path d="M0 -92L-7 -110H7Z" className="fill-text" />
        </svg>
      ) : null}
      <p className="text-26 font-semibold [overflow-wrap:anywhere]">{winner}</p>
    </figure>
  )
}
