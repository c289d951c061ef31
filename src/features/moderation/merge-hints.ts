import type { Hint } from '#src/features/first-look/first-look.schema.ts'
import type { CaseHint } from './moderation.schema.ts'

/** More of a case, and more versions of a hint, are not kept: nobody reads them, and who publishes often must not grow the queue. */
const MOST_HINTS = 60
const MOST_VERSIONS = 20

const isSame = (one: Hint, other: Hint) =>
  one.kind === other.kind && one.where === other.where && one.excerpt === other.excerpt

/** What was noticed in the versions before stays when the next one no longer has it: who approves answers for all of them. */
export function mergeHints(before: readonly CaseHint[], found: readonly Hint[], version: string): CaseHint[] {
  const known = before.map((hint) =>
    found.some((one) => isSame(one, hint))
      ? { ...hint, versions: [...(hint.versions ?? []), version].slice(-MOST_VERSIONS) }
      : hint,
  )
  const fresh = found.filter((one) => !before.some((hint) => isSame(one, hint)))
  return [...known, ...fresh.map((hint) => ({ ...hint, versions: [version] }))].slice(0, MOST_HINTS)
}
