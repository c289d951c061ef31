import type { RawBuilder } from 'kysely'

/** A rule that must hold of the books at any second. */
export interface Check {
  readonly name: string
  readonly rule: string
  /** What breaks the rule, one row each, named by `what`. */
  readonly broken: RawBuilder<{ what: string }>
}
