import { isSameJson } from '#src/lib/same-json.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import type { FieldDraft, OutputDraft, ToolContent } from './tool-content.schema.ts'

export const BUMPS = ['patch', 'minor', 'major'] as const
export type Bump = (typeof BUMPS)[number]

export interface Suggestion {
  readonly bump: Bump
  /** What makes it more than a patch, the gravest first, in words. */
  readonly reasons: readonly string[]
}

interface Reason {
  readonly bump: Bump
  readonly text: string
}

type Interface = Pick<ToolContent, 'fields' | 'outputs'>

const major = (text: string): Reason => ({ bump: 'major', text })
const minor = (text: string): Reason => ({ bump: 'minor', text })

const choicesOf = ({ options = [], optionsBy }: FieldSpec): string[] =>
  [...options, ...Object.values(optionsBy?.options ?? {}).flat()].map(({ value }) => value)

const needsValue = ({ required, default: usual }: FieldSpec): boolean => required === true && usual === undefined

/** Whether a call that was right before may be refused now. */
const isTighter = (before: FieldSpec, after: FieldSpec): boolean =>
  (after.min ?? Number.NEGATIVE_INFINITY) > (before.min ?? Number.NEGATIVE_INFINITY) ||
  (after.max ?? Number.POSITIVE_INFINITY) < (before.max ?? Number.POSITIVE_INFINITY) ||
  (after.minLength ?? 0) > (before.minLength ?? 0) ||
  (after.maxLength ?? Number.POSITIVE_INFINITY) < (before.maxLength ?? Number.POSITIVE_INFINITY) ||
  (after.maxBytes ?? Number.POSITIVE_INFINITY) < (before.maxBytes ?? Number.POSITIVE_INFINITY) ||
  (after.pattern !== undefined && after.pattern !== before.pattern) ||
  (after.integer === true && before.integer !== true) ||
  (before.takesJson === true && after.takesJson !== true) ||
  Object.keys(before.aliases ?? {}).some((alias) => !Object.hasOwn(after.aliases ?? {}, alias))

/** Whether there are inputs for which a field is shown now and was not before. */
const isWider = ({ showIf: before }: FieldSpec, { showIf: after }: FieldSpec): boolean =>
  before !== undefined &&
  (after?.field !== before.field || after.in.some((value) => !before.in.some((earlier) => isSameJson(earlier, value))))

/** Choices that were offered for a value of another input, and are not any more. */
const lostFor = ({ optionsBy: before }: FieldSpec, after: FieldSpec): string[] =>
  Object.entries(before?.options ?? {}).flatMap(([value, options]) => {
    const now = after.optionsBy?.options[value] ?? after.options ?? []
    return options.map((option) => option.value).filter((option) => !now.some((one) => one.value === option))
  })

function fieldReasons(before: FieldDraft, after: FieldDraft): Reason[] {
  const { name } = before
  if (before.type !== after.type) return [major(`The input “${name}” is ${after.type} instead of ${before.type}`)]
  const reasons: Reason[] = []
  if (needsValue(after) && !needsValue(before)) reasons.push(major(`The input “${name}” is now required`))
  else if (needsValue(after) && isWider(before, after))
    reasons.push(major(`The input “${name}” is now required in more cases`))
  if (isTighter(before, after)) reasons.push(major(`The input “${name}” takes less than before`))
  const [old, now] = [choicesOf(before), choicesOf(after)]
  const lost = [...new Set([...old.filter((value) => !now.includes(value)), ...lostFor(before, after)])]
  if (lost.length > 0) reasons.push(major(`The input “${name}” no longer offers ${lost.join(', ')}`))
  if (now.some((value) => !old.includes(value))) reasons.push(minor(`The input “${name}” offers more choices`))
  if (!isSameJson(before.showIf, after.showIf)) reasons.push(minor(`The input “${name}” is shown by another rule`))
  if (!isSameJson(before.default, after.default)) reasons.push(minor(`The input “${name}” has another default`))
  return reasons
}

const outputReasons = (before: OutputDraft, after: OutputDraft): Reason[] =>
  before.type === after.type ? [] : [major(`The output “${before.name}” is ${after.type} instead of ${before.type}`)]

interface Part<One extends { readonly name: string }> {
  readonly what: string
  readonly before: readonly One[]
  readonly after: readonly One[]
  readonly changed: (before: One, after: One) => Reason[]
  readonly breaksWhenNew?: (one: One) => boolean
}

function compare<One extends { readonly name: string }>(part: Part<One>): Reason[] {
  const { what, before, after, changed, breaksWhenNew } = part
  const later = new Map(after.map((one) => [one.name, one]))
  const earlier = new Set(before.map(({ name }) => name))
  return [
    ...before.flatMap((one) => {
      const now = later.get(one.name)
      return now === undefined ? [major(`The ${what} “${one.name}” is gone`)] : changed(one, now)
    }),
    ...after
      .filter(({ name }) => !earlier.has(name))
      .map((one) =>
        breaksWhenNew?.(one)
          ? major(`The ${what} “${one.name}” is new and required`)
          : minor(`The ${what} “${one.name}” is new`),
      ),
  ]
}

const weight = ({ bump }: Reason): number => BUMPS.indexOf(bump)

/** What a new version is called by, so that whoever calls the tool knows what to expect. */
export function suggestBump(before: Interface, after: Interface): Suggestion {
  const reasons = [
    ...compare({
      what: 'input',
      before: before.fields,
      after: after.fields,
      changed: fieldReasons,
      breaksWhenNew: needsValue,
    }),
    ...compare({ what: 'output', before: before.outputs, after: after.outputs, changed: outputReasons }),
  ].toSorted((one, other) => weight(other) - weight(one))
  return { bump: reasons[0]?.bump ?? 'patch', reasons: reasons.map(({ text }) => text) }
}

export const largerBump = (one: Bump, other: Bump): Bump => (BUMPS.indexOf(one) > BUMPS.indexOf(other) ? one : other)

export interface Release extends Suggestion {
  readonly semver: string
}

/** What a version that holds this would be called, beside what is published; the least that its difference asks for. */
export function releaseOf(
  before: { readonly semver: string | null; readonly content: Interface } | null,
  content: Interface,
): Release {
  if (before === null) return { bump: 'patch', reasons: [], semver: nextSemver(null, 'patch') }
  const suggestion = suggestBump(before.content, content)
  // One that was published before versions had numbers counts as the first.
  return { ...suggestion, semver: nextSemver(before.semver ?? '1.0.0', suggestion.bump) }
}

/** The first version is 1.0.0; one without a number before it, too. */
export function nextSemver(before: string | null, bump: Bump): string {
  const parts = before?.split('.').map(Number)
  if (parts?.length !== 3) return '1.0.0'
  const [major = 0, minor = 0, patch = 0] = parts
  switch (bump) {
    case 'major':
      return `${major + 1}.0.0`
    case 'minor':
      return `${major}.${minor + 1}.0`
    case 'patch':
      return `${major}.${minor}.${patch + 1}`
    default:
      return bump satisfies never
  }
}
