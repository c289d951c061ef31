export const LIVE_RUN_STATUSES = ['queued', 'running', 'waiting'] as const
export const FINAL_RUN_STATUSES = ['succeeded', 'failed', 'cancelled'] as const
export const RUN_STATUSES = [...LIVE_RUN_STATUSES, ...FINAL_RUN_STATUSES] as const
export type LiveRunStatus = (typeof LIVE_RUN_STATUSES)[number]
export type FinalRunStatus = (typeof FINAL_RUN_STATUSES)[number]
export type RunStatus = (typeof RUN_STATUSES)[number]

const OPEN_STEP_STATUSES = ['pending', ...LIVE_RUN_STATUSES] as const
export const STEP_STATUSES = [...OPEN_STEP_STATUSES, 'succeeded', 'failed', 'skipped', 'cancelled', 'reused'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

/** Where the output of a step comes from that a simulated run does not run. */
export const STAND_INS = ['pinned', 'last-run', 'sample', 'passed'] as const
export type StandIn = (typeof STAND_INS)[number]

const FINAL: ReadonlySet<RunStatus> = new Set(FINAL_RUN_STATUSES)
/** Nothing more can happen to the run. */
export const isFinal = (status: RunStatus): status is FinalRunStatus => FINAL.has(status)

const OPEN: ReadonlySet<StepStatus> = new Set(OPEN_STEP_STATUSES)
/** The step may still come to another end. */
export const isOpenStep = (status: StepStatus): boolean => OPEN.has(status)

// Written out and not passed as parameters: the planner then sees that the partial index on live runs fits.
const inSql = (statuses: readonly string[]) => `(${statuses.map((status) => `'${status}'`).join(', ')})`
/** For SQL: `status in ${LIVE_RUNS_SQL}` */
export const LIVE_RUNS_SQL = inSql(LIVE_RUN_STATUSES)
/** For SQL: `status in ${OPEN_STEPS_SQL}` */
export const OPEN_STEPS_SQL = inSql(OPEN_STEP_STATUSES)
