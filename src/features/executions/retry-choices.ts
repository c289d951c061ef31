import type { Execution, Retry } from './executions.schema.ts'

interface RetryChoice {
  readonly label: string
  readonly retry: Retry
  readonly startsGroup: boolean
}

/** Of a loop that is as it was, what was done in its turns is taken over. */
function onwardText(steps: Execution['steps'], failedAt: string | undefined, sameLoop: string): string {
  const stepOf = (id: string | undefined) => steps.find(({ nodeId }) => nodeId === id)
  const failed = stepOf(failedAt)
  if (failed === undefined) return 'From where it stopped'
  let loop = stepOf(failed.loopId)
  while (loop?.loopId !== undefined) loop = stepOf(loop.loopId)
  return loop === undefined ? `From “${failed.name}”, which failed` : `From the loop “${loop.name}”${sameLoop}`
}

/** The ways in which an execution that has ended can be repeated, the likeliest first. */
export function retryChoices({ status, version, error, steps }: Execution): RetryChoice[] {
  const onward = onwardText(steps, error?.nodeId, ', without what its turns have done')
  const onwardLatest = onwardText(steps, error?.nodeId, '')
  const latest = version === 'draft' ? 'the draft as it is now' : 'the latest version'
  const froms = status === 'succeeded' ? (['start'] as const) : (['failed', 'start'] as const)
  const words = { failed: onward, start: 'From the start' }
  const latestWords = { failed: onwardLatest, start: 'From the start' }
  return [
    ...froms.map((from) => ({ label: words[from], retry: { from, version: 'same' as const }, startsGroup: false })),
    ...froms.map((from, at) => ({
      label: `${latestWords[from]}, with ${latest}`,
      retry: { from, version: 'latest' as const },
      startsGroup: at === 0,
    })),
  ]
}
