import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { standInText } from '#src/features/executions/run-words.ts'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { StepMark } from '#src/lib/graph/diff.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { StandIn, StepStatus } from '#src/lib/run-status.ts'
import { classNames } from '#src/ui/class-names.ts'

/** What a step shows beside its settings: how the last run went there, and what somebody should know of it. */
export interface StepState {
  readonly status: StepStatus | undefined
  /** Of a simulated run: what stood for it. */
  readonly standIn?: StandIn | undefined
  readonly durationMs: number | null
  readonly isPinned: boolean
  readonly problems: number
  /** What has become of it, where two states of a workflow are drawn as one. */
  readonly mark?: StepMark
}

export const PLAIN_STATE: StepState = { status: undefined, durationMs: null, isPinned: false, problems: 0 }
export type StepStates = ReadonlyMap<string, StepState>

interface StateSources {
  readonly run: ReadonlyMap<string, Pick<ExecutionStep, 'status' | 'standIn' | 'durationMs'>>
  readonly pins: Readonly<Record<string, unknown>>
  readonly problems: readonly { readonly nodeId?: string }[]
}

/** The state of each step that has one. What has not changed stays the very same object, so that nothing is drawn anew for it. */
export function stepStates({ run, pins, problems }: StateSources, before: StepStates): StepStates {
  const counts = Map.groupBy(
    problems.filter(({ nodeId }) => nodeId !== undefined),
    ({ nodeId }) => nodeId ?? '',
  )
  const ids = new Set([...run.keys(), ...Object.keys(pins), ...counts.keys()])
  const states = new Map(
    [...ids].map((id) => {
      const step = run.get(id)
      const state: StepState = {
        status: step?.status,
        standIn: step?.standIn,
        durationMs: step?.durationMs ?? null,
        isPinned: Object.hasOwn(pins, id),
        problems: counts.get(id)?.length ?? 0,
      }
      const old = before.get(id)
      return [id, old !== undefined && isSame(old, state) ? old : state]
    }),
  )
  const isUnchanged = states.size === before.size && [...states].every(([id, state]) => before.get(id) === state)
  return isUnchanged ? before : states
}

const isSame = (one: StepState, other: StepState): boolean =>
  one.status === other.status &&
  one.standIn === other.standIn &&
  one.durationMs === other.durationMs &&
  one.isPinned === other.isPinned &&
  one.problems === other.problems

/** What the style sheet knows of a state. */
export const stateClasses = ({ status, standIn, problems, mark }: StepState): string =>
  classNames(
    `is-${status === 'reused' && standIn !== undefined ? 'simulated' : (status ?? 'idle')}`,
    problems > 0 && 'has-problems',
    mark !== undefined && `was-${mark}`,
  )

interface Named {
  readonly node: GraphNode
  readonly type: NodeTypeEntry | undefined
  readonly state: StepState
  /** Undefined for a note. */
  readonly place: { readonly place: number; readonly count: number } | undefined
}

function statusWords({ status, standIn }: StepState): string {
  if (status === undefined || status === 'pending') return ''
  return status === 'reused' && standIn !== undefined ? standInText(standIn).toLowerCase() : status
}

/** "Step 3 of 9, Fetch order, HTTP request, failed": all that is drawn, in words. */
export function stepName({ node, type, state, place }: Named): string {
  const kind = type?.title ?? node.type
  const parts = [
    place === undefined ? 'Note' : `Step ${place.place} of ${place.count}`,
    node.name,
    place === undefined || kind === node.name ? '' : kind,
    state.mark ?? '',
    node.disabled ? 'passed by' : '',
    state.isPinned ? 'pinned' : '',
    state.problems === 0 ? '' : `${state.problems} ${state.problems === 1 ? 'problem' : 'problems'}`,
    statusWords(state),
  ]
  return parts.filter((part) => part !== '').join(', ')
}
