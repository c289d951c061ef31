import { isFinal, type RunStatus, type StandIn } from '#src/lib/run-status.ts'
import type { TriggerKind } from '#src/lib/trigger-kinds.ts'
import { EXECUTIONS_PER_PAGE, type Execution, type ExecutionCard, type ExecutionStep } from './executions.schema.ts'

/** Every status with the word that a filter shows; the map is total, so a new status must be named here. */
export const STATUS_WORDS = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
} satisfies Record<RunStatus, string>

/** The status of a query string, or undefined for all. */
export const statusIn = (text: string | null): RunStatus | undefined =>
  text !== null && Object.hasOwn(STATUS_WORDS, text) ? (text as RunStatus) : undefined

/** The states that an icon exists for. */
export const shownStatus = (status: ExecutionStep['status']) => (status === 'pending' ? 'queued' : status)

const STAND_INS = {
  pinned: 'pinned',
  'last-run': 'last run',
  sample: 'sample',
  passed: 'no wait',
} satisfies Record<StandIn, string>
/** "Simulated: last run", with where the output of the step came from. */
export const standInText = (from: StandIn): string => `Simulated: ${STAND_INS[from]}`

const STAND_IN_SENTENCES = {
  pinned: 'Its pinned output stood for it.',
  'last-run': 'What it gave when it last ran stood for it.',
  sample: 'A sample of what it can give stood for it.',
  passed: 'The run did not wait here.',
} satisfies Record<StandIn, string>
export const standInSentence = (from: StandIn): string => `Simulated, so it did not run. ${STAND_IN_SENTENCES[from]}`

export const versionText = (version: ExecutionCard['version']): string =>
  version === 'draft' ? 'Draft' : `Version ${version}`

const TRIGGERS = {
  manual: 'Started by hand',
  webhook: 'Webhook',
  schedule: 'Schedule',
  form: 'Form',
  error: 'Failure of another run',
  event: 'Event',
  workflow: 'Another workflow',
} satisfies Record<TriggerKind, string>
export const triggerText = (trigger: TriggerKind): string => TRIGGERS[trigger]

/** "delivered 2 more times": each event starts one run, however often it comes. */
export const duplicatesText = (count: number): string =>
  count === 0 ? '' : `delivered ${count} more ${count === 1 ? 'time' : 'times'}`

/** "waits for 3 runs of this workflow": of those that began, or were accepted, before it. */
export function waitsForText(count: number): string {
  if (count === 0) return 'is next in the line of its workflow'
  return count >= 1000 ? 'waits for 1,000 runs of this workflow or more' : `waits for ${runs(count)} of this workflow`
}

const runs = (count: number) => (count === 1 ? '1 run' : `${count} runs`)

type Mail = NonNullable<ExecutionStep['mails']>[number]

/** "refused: 550 no such mailbox" */
export function mailText({ state, reason, attempts }: Mail): string {
  switch (state) {
    case 'sent':
      return 'sent: the mail server has taken it'
    case 'refused':
      return `refused: ${reason ?? 'the mail server did not say why'}`
    case 'kept':
      return 'kept here: this server hands no mail on'
    case 'queued':
      return attempts < 2 ? 'waits to be sent' : `waits to be sent, after ${attempts} tries`
  }
}

/** Rows that have not ended, as far as is known, and of which the newest page says nothing: it has to be asked for them. */
export const unheardOf = (
  shown: readonly Pick<ExecutionCard, 'id' | 'status'>[],
  latest: readonly Pick<ExecutionCard, 'id'>[],
): string[] => {
  const heard = new Set(latest.map(({ id }) => id))
  return shown.filter(({ id, status }) => !isFinal(status) && !heard.has(id)).map(({ id }) => id)
}

/** "3 new"; of a page that is new as a whole nobody knows what comes after it. */
export const newText = (count: number): string => `${count}${count >= EXECUTIONS_PER_PAGE ? '+' : ''} new`

/** The newest page laid over what is shown: rows change in place, new ones wait to be asked for. */
export function mergeLatest<Run extends { readonly id: string }>(shown: readonly Run[], latest: readonly Run[]) {
  const fresh = new Map(latest.map((run) => [run.id, run]))
  const known = new Set(shown.map((run) => run.id))
  return {
    runs: shown.map((run) => fresh.get(run.id) ?? run),
    newCount: latest.filter((run) => !known.has(run.id)).length,
  }
}

interface Moved {
  readonly $blob: string
  readonly bytes: number
  readonly preview: string
}
const isMoved = (value: unknown): value is Moved =>
  typeof value === 'object' && value !== null && '$blob' in value && 'preview' in value && 'bytes' in value

/** A value as text to read; of a large one its beginning. */
export function valueText(value: unknown): { text: string; bytes: number | null } {
  if (isMoved(value)) return { text: `${value.preview}…`, bytes: value.bytes }
  return { text: JSON.stringify(value, null, 2) ?? 'null', bytes: null }
}

/** One line that lets a value be recognised. */
export function glimpse(value: unknown, length = 120): string {
  if (value === null || value === undefined) return ''
  const line = isMoved(value) ? value.preview : (JSON.stringify(value) ?? '')
  return line.length > length ? `${line.slice(0, length)}…` : line
}

const count = (steps: Execution['steps'], status: ExecutionStep['status']) =>
  steps.filter((step) => step.status === status).length

/** "4 steps, 2 reused, 1 skipped"; a loop is one, however often it goes around. */
export function stepsText(steps: Execution['steps']): string {
  const outside = steps.filter(({ iteration }) => iteration === undefined)
  const skipped = count(outside, 'skipped')
  const ran = outside.length - skipped
  const reused = count(outside, 'reused')
  const words = [`${ran} ${ran === 1 ? 'step' : 'steps'}`]
  if (reused > 0) words.push(`${reused} reused`)
  if (skipped > 0) words.push(`${skipped} skipped`)
  return words.join(', ')
}
