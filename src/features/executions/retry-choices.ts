import type { Execution, Retry } from './executions.schema.ts'

interface RetryChoice {
  readonly label: string
  readonly retry: Retry
  readonly startsGroup: boolean
}

/** The ways in which an execution that has ended can be repeated, the likeliest first. */
export function retryChoices({ status, version, error, steps }: Execution): RetryChoice[] {
  const failed = steps.find(({ nodeId }) => nodeId === error?.nodeId)?.name
  const onward = failed === undefined ? 'From where it stopped' : `From “${failed}”, which failed`
  const latest = version === 'draft' ? 'the draft as it is now' : 'the latest version'
  const froms = status === 'succeeded' ? (['start'] as const) : (['failed', 'start'] as const)
  const words = { failed: onward, start: 'From the start' }
  return [
    ...froms.map((from) => ({ label: words[from], retry: { from, version: 'same' as const }, startsGroup: false })),
    ...froms.map((from, at) => ({
      label: `${words[from]}, with ${latest}`,
      retry: { from, version: 'latest' as const },
      startsGroup: at === 0,
    })),
  ]
}
