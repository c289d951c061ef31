import {
  MAX_TAG,
  WORKFLOW_SORTS,
  WORKFLOW_STATES,
  type WorkflowEntry,
  type WorkflowFilter,
} from '../workflows.schema.ts'

const FIELDS = ['text', 'status', 'tag', 'sort'] as const
const MAX_TEXT = 200

export const STATE_WORDS = {
  published: 'Published',
  failing: 'Failing',
  paused: 'Paused',
  draft: 'Drafts',
} satisfies Record<(typeof WORKFLOW_STATES)[number], string>

export const SORT_WORDS = {
  changed: 'Last changed first',
  run: 'Last run first',
  name: 'By name',
} satisfies Record<(typeof WORKFLOW_SORTS)[number], string>

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((one) => one === text)

/** What the address of the page asks for; what cannot be asked is left out, and so is the usual order. */
export function filterIn(search: URLSearchParams): WorkflowFilter {
  const text = search.get('text')?.trim().slice(0, MAX_TEXT)
  const tag = search.get('tag')?.slice(0, MAX_TAG)
  const status = oneOf(WORKFLOW_STATES, search.get('status'))
  const sort = oneOf(WORKFLOW_SORTS, search.get('sort'))
  return {
    ...(text && { text }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(sort && sort !== 'changed' && { sort }),
  }
}

/** The address of the list with a filter, in an order that does not change. */
export function addressOf(filter: WorkflowFilter): string {
  const search = new URLSearchParams()
  for (const field of FIELDS) if (filter[field] !== undefined) search.set(field, filter[field])
  const text = search.toString()
  return text === '' ? '/workflows' : `/workflows?${text}`
}

/** An order leaves nothing out. */
export const showsAll = ({ sort: _, ...filter }: WorkflowFilter): boolean => Object.keys(filter).length === 0

type Outcomes = WorkflowEntry['outcomes']

const succeededOf = (outcomes: Outcomes) => outcomes.filter((one) => one === 'succeeded').length

/** "90 %", or nothing when there is nothing to say. Only what never failed is 100 %, and what always did 0 %. */
export function rateText(outcomes: Outcomes): string {
  const succeeded = succeededOf(outcomes)
  if (outcomes.length === 0) return ''
  const percent = Math.round((succeeded / outcomes.length) * 100)
  const capped = succeeded === outcomes.length ? 100 : Math.min(percent, 99)
  return `${succeeded === 0 ? 0 : Math.max(capped, 1)} %`
}

/** What the picture shows, in words. */
export function outcomesText(outcomes: Outcomes): string {
  const all = outcomes.length
  const succeeded = succeededOf(outcomes)
  if (all === 0) return 'No run of a published version has ended yet'
  if (all === 1) return succeeded === 1 ? 'Its only run succeeded' : 'Its only run failed'
  if (succeeded === all) return `Its last ${all} runs succeeded`
  if (succeeded === 0) return `Its last ${all} runs failed`
  return `${succeeded} of its last ${all} runs succeeded`
}

const ACT_WORDS = {
  tag: 'tagged',
  untag: 'untagged',
  pause: 'paused',
  resume: 'resumed',
  unpublish: 'unpublished',
  delete: 'deleted',
  restore: 'brought back',
} as const

/** "“Orders” paused", "3 workflows deleted" */
export function doneText(action: keyof typeof ACT_WORDS, names: readonly string[]): string {
  const [only] = names
  const who = names.length === 1 ? `“${only}”` : `${names.length.toLocaleString('en')} workflows`
  return `${who} ${ACT_WORDS[action]}`
}
