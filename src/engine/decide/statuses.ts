export const RUN_STATUSES = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const STEP_STATUSES = [
  'pending',
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
  'reused',
] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

const FINAL: ReadonlySet<RunStatus> = new Set(['succeeded', 'failed', 'cancelled'])
export const isFinal = (status: RunStatus): boolean => FINAL.has(status)
export const canCancel = (status: RunStatus): boolean => !isFinal(status)
