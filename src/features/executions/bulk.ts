import type { Bulk, ExecutionFilter } from './executions.schema.ts'

type Part = Pick<Bulk, 'action' | 'from' | 'version'> & { readonly filter: ExecutionFilter }

const LIVE = ['queued', 'running', 'waiting'] as const

/** What to ask for, one after the other, so that only executions are looked at to which it can be done. */
export function partsOf(action: Bulk['action'], filter: ExecutionFilter): Part[] {
  const { status } = filter
  const from = status === 'succeeded' ? 'start' : 'failed'
  const wanted = status !== undefined ? [status] : action === 'retry' ? (['failed'] as const) : LIVE
  return wanted.map((one) => ({ action, from, version: 'same', filter: { ...filter, status: one } }))
}

export interface Progress {
  readonly done: number
  readonly leftOut: number
}

const DONE = { retry: 'retried', cancel: 'cancelled' } as const

/** "120 retried, 3 left out" */
export const progressText = (action: Bulk['action'], { done, leftOut }: Progress): string =>
  `${done.toLocaleString('en')} ${DONE[action]}${leftOut === 0 ? '' : `, ${leftOut.toLocaleString('en')} left out`}`
