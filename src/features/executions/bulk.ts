import { type Bulk, type ExecutionFilter, MOST_COUNTED } from './executions.schema.ts'

type Part = Pick<Bulk, 'action' | 'from' | 'version' | 'again'> & { readonly filter: ExecutionFilter }

const LIVE = ['queued', 'running', 'waiting'] as const

/**
 * What to ask for, one after the other, so that only executions are looked at to which it can be done; `again`: also
 * those that were retried before.
 */
export function partsOf(action: Bulk['action'], filter: ExecutionFilter, again = false): Part[] {
  const { status } = filter
  const from = status === 'succeeded' ? 'start' : 'failed'
  const wanted = status !== undefined ? [status] : action === 'retry' ? (['failed'] as const) : LIVE
  return wanted.map((one) => ({ action, from, version: 'same', again, filter: { ...filter, status: one } }))
}

export interface Progress {
  readonly done: number
  readonly leftOut: number
}

/** "12 executions of this workflow are meant": `which` says more of them. */
export function meantText(count: number, which: string): string {
  const many = count >= MOST_COUNTED ? `${count.toLocaleString('en')} executions or more` : executions(count)
  return `${many} of this workflow ${count === 1 ? 'is' : 'are'} meant${which === '' ? '' : `: ${which}`}.`
}
const executions = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'execution' : 'executions'}`

const DONE = { retry: 'retried', cancel: 'cancelled' } as const

/** "120 retried, 3 left out" */
export const progressText = (action: Bulk['action'], { done, leftOut }: Progress): string =>
  `${done.toLocaleString('en')} ${DONE[action]}${leftOut === 0 ? '' : `, ${leftOut.toLocaleString('en')} left out`}`
