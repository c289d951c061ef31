import { OUTCOMES_SHOWN, type WorkflowEntry } from '../workflows.schema.ts'
import { outcomesText, rateText } from './list-words.ts'

const STEP = 4
const BAR = 3
const HEIGHT = 20
/** A failure stands out by its height as well as by its colour. */
const HEIGHTS = { succeeded: 10, failed: HEIGHT }
const FILLS = { succeeded: 'fill-ok', failed: 'fill-bad' }

/** How the last runs ended, one bar each, the newest at the end; the words say the same. */
export function OutcomeLine({ outcomes }: Pick<WorkflowEntry, 'outcomes'>) {
  const text = outcomesText(outcomes)
  const first = OUTCOMES_SHOWN - outcomes.length
  return (
    <span className="inline-flex items-center gap-2" title={text}>
      <svg
        role="img"
        aria-label={text}
        viewBox={`0 0 ${OUTCOMES_SHOWN * STEP} ${HEIGHT}`}
        width={OUTCOMES_SHOWN * STEP}
        height={HEIGHT}
        className="flex-none"
      >
        <path d={`M0 ${HEIGHT - 0.5}H${OUTCOMES_SHOWN * STEP}`} className="stroke-line" />
        {outcomes.map((outcome, at) => (
          <rect
            key={at}
            x={(first + at) * STEP}
            y={HEIGHT - HEIGHTS[outcome]}
            width={BAR}
            height={HEIGHTS[outcome]}
            className={FILLS[outcome]}
          />
        ))}
      </svg>
      <span aria-hidden="true" className="figures min-w-10 text-end text-13 text-text-2">
        {rateText(outcomes)}
      </span>
    </span>
  )
}
