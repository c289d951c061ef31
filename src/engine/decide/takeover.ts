/** A run that is taken over this often kills its process, or comes at a bad time too often: it is given up. */
export const MAX_RECOVERIES = 5

/** A run that is not final and whose owner is gone, with what the durable queue knows of it. */
export interface Abandoned {
  /** Takeovers, this one included. */
  readonly recoveries: number
  readonly cancelRequested: boolean
  /** missing: the process that had accepted it ended before its first wait; broken: an error kept it from going on. */
  readonly durable: 'missing' | 'enqueued' | 'running-elsewhere' | 'abandoned' | 'broken' | 'ended'
}

export type Takeover = 'cancel' | 'give-up' | 'lost' | 'enqueue' | 'requeue' | 'leave'

export function afterTakeover({ recoveries, cancelRequested, durable }: Abandoned): Takeover {
  if (cancelRequested) return 'cancel'
  if (durable === 'running-elsewhere') return 'leave'
  if (recoveries >= MAX_RECOVERIES) return 'give-up'
  switch (durable) {
    case 'missing':
      return 'enqueue'
    case 'enqueued':
    case 'abandoned':
    case 'broken':
      return 'requeue'
    case 'ended':
      return 'lost'
  }
}
