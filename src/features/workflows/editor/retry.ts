import type { GraphNode } from '#src/lib/graph/graph.schema.ts'

export interface RetryForm {
  /** Attempts after the first one. */
  readonly times: number
  readonly baseMs: number
  readonly backoff: 'constant' | 'exponential'
}

interface Choice {
  readonly value: number
  readonly label: string
}

const timesText = (value: number) => (value === 0 ? 'Never' : value === 1 ? 'Once' : `${value} times`)
const waitText = (ms: number) => (ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`)

export const TIMES: readonly Choice[] = [0, 1, 2, 3, 5, 10].map((value) => ({ value, label: timesText(value) }))
export const WAITS: readonly Choice[] = [1000, 5000, 30_000, 60_000, 300_000].map((value) => ({
  value,
  label: waitText(value),
}))

/** How long a step may take; each try has it anew. */
const TIME_LIMITS: readonly Choice[] = [5000, 30_000, 60_000, 300_000, 900_000, 3_600_000].map((value) => ({
  value,
  label: waitText(value),
}))

export const timeLimitOptions = (set: number | undefined): { value: string; label: string }[] => [
  { value: '', label: 'As usual: 5 min' },
  ...optionsWith(TIME_LIMITS, set ?? 300_000),
]

export function withTimeLimit({ timeoutMs: _, ...others }: GraphNode, ms: number | undefined): GraphNode {
  return ms === undefined ? others : { ...others, timeoutMs: ms }
}

/** The choices with the value that is set, which an API may have chosen freely. */
export function optionsWith(choices: readonly Choice[], set: number): { value: string; label: string }[] {
  const known = choices.some(({ value }) => value === set)
  const label = choices === TIMES ? timesText(set) : waitText(set)
  const all = known ? choices : [...choices, { value: set, label }].toSorted((a, b) => a.value - b.value)
  return all.map((choice) => ({ value: String(choice.value), label: choice.label }))
}

export const retryOf = ({ retry }: GraphNode): RetryForm => ({
  times: retry?.max ?? 0,
  baseMs: retry?.baseMs ?? 1000,
  backoff: retry?.backoff ?? 'exponential',
})

export function toRetry(node: GraphNode, { times, baseMs, backoff }: RetryForm): GraphNode {
  const { retry: _, ...others } = node
  return times === 0 ? others : { ...others, retry: { max: times, backoff, baseMs } }
}
