import type { OutputSpec } from '#src/sdk/outputs.ts'
import type { ShownOutput } from './outputs.ts'

/** A clock that was set while the page was open must not run a tool over and over. */
const SHORTEST_WAIT_MS = 250

const instantOf = (value: unknown): number | undefined => {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}

/** How long until a result is another one by itself; undefined where it stays as it is. */
export function untilNextRun(
  schema: Readonly<Record<string, OutputSpec>>,
  outputs: Readonly<Record<string, unknown>>,
  now: number,
): number | undefined {
  const ends = Object.values(schema).flatMap(({ countsDownTo }) => {
    const end = countsDownTo === undefined ? undefined : instantOf(outputs[countsDownTo])
    return end === undefined ? [] : [end]
  })
  return ends.length === 0 ? undefined : Math.max(SHORTEST_WAIT_MS, Math.min(...ends) - now)
}

/** Whether one of these ticks. */
export const isTicking = (outputs: readonly ShownOutput[]): boolean =>
  outputs.some(({ spec }) => endOf(spec, outputs) !== undefined)

/** The same outputs with the seconds that are left now. */
export const countedDown = (outputs: readonly ShownOutput[], now: number): readonly ShownOutput[] =>
  outputs.map((output) => {
    const end = endOf(output.spec, outputs)
    if (end === undefined) return output
    const left = Math.max(0, Math.ceil((end - now) / 1000))
    // A tick may be older than the run whose result this is.
    return { ...output, value: typeof output.value === 'number' ? Math.min(output.value, left) : left }
  })

const endOf = ({ countsDownTo }: OutputSpec, outputs: readonly ShownOutput[]): number | undefined =>
  countsDownTo === undefined ? undefined : instantOf(outputs.find(({ name }) => name === countsDownTo)?.value)
