import { useId } from 'react'
import { classNames } from '../class-names.ts'

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
