import type { Stored } from './draft-state.ts'

export interface SaveOptions {
  /** What is replaced stays in the list of kept drafts. */
  readonly keepReplaced: boolean
}

export type SaveOutcome =
  | { readonly revision: number }
  /** Somebody else saved first. */
  | { readonly theirs: Stored }
  | ({ readonly offline: true } & Untaken)
  | ({ readonly failed: string } & Untaken)

interface Untaken {
  /** It was not sent, or refused. Without it the server may have it: nobody has heard. */
  readonly notTaken?: boolean
}
