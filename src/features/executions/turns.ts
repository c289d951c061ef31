import type { ExecutionStep } from './executions.schema.ts'

/** A step, and below a loop the turns that are in the log. */
export interface ShownStep {
  readonly step: ExecutionStep
  readonly turns: readonly Turn[]
}

export interface Turn {
  /** Counted from 0. */
  readonly index: number
  readonly steps: readonly ShownStep[]
}

/** "3" is a turn of a loop outside of all others, "3.0" one of a loop in the turn "3". */
const outerOf = (iteration: string): string => iteration.slice(0, Math.max(iteration.lastIndexOf('.'), 0))
const indexOf = (iteration: string): number => Number(iteration.slice(iteration.lastIndexOf('.') + 1))

const loopAround = ({ loopId = '', iteration = '' }: ExecutionStep): string => `${loopId} ${outerOf(iteration)}`

/** Steps as a tree. What failed in a turn that is not in the log itself stands at the end, by itself. */
export function withTurns(steps: readonly ExecutionStep[]): ShownStep[] {
  const inside = Map.groupBy(
    steps.filter(({ iteration }) => iteration !== undefined),
    loopAround,
  )
  const shown = (step: ExecutionStep): ShownStep => {
    const around = `${step.nodeId} ${step.iteration ?? ''}`
    const mine = inside.get(around) ?? []
    inside.delete(around)
    const turns = Map.groupBy(mine, ({ iteration = '' }) => indexOf(iteration))
    return {
      step,
      turns: [...turns].toSorted(([a], [b]) => a - b).map(([index, own]) => ({ index, steps: own.map(shown) })),
    }
  }
  const outside = steps.filter(({ iteration }) => iteration === undefined).map(shown)
  return [...outside, ...[...inside.values()].flat().map((step) => ({ step, turns: [] }))]
}
