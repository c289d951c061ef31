import { isFinal } from '#src/lib/run-status.ts'
import { EXECUTIONS_PER_PAGE, type ExecutionCard } from './executions.schema.ts'

/** How often a page looks while a run that it shows may be another one any moment, and else, for new ones. */
const SOON_MS = 2000
const LATER_MS = 10_000
/** A wait that is over within that time is looked at like a run that goes on. */
const NEAR_MS = 60_000

type Shown = Pick<ExecutionCard, 'status' | 'dueAt'>

const mayChangeSoon = ({ status, dueAt }: Shown, now: number): boolean =>
  status === 'waiting' ? dueAt !== null && Date.parse(dueAt) - now < NEAR_MS : !isFinal(status)

export const lookMs = (shown: readonly Shown[], now = Date.now()): number =>
  shown.some((run) => mayChangeSoon(run, now)) ? SOON_MS : LATER_MS

/** How often a page looks at one run, which comes with the values of all its steps; never, once it has ended. */
export const lookAtMs = (run: Shown | undefined, now = Date.now()): number | false =>
  run === undefined || isFinal(run.status) ? false : lookMs([run], now)

/** As many as are asked for in one call; where there are more of them, all of them in turn. */
export function inTurn(ids: readonly string[], turn: number): readonly string[] {
  const pages = Math.max(1, Math.ceil(ids.length / EXECUTIONS_PER_PAGE))
  const first = (turn % pages) * EXECUTIONS_PER_PAGE
  return ids.slice(first, first + EXECUTIONS_PER_PAGE)
}
