import type { Stored } from './draft-state.ts'

export interface SaveOptions {
  /** What is replaced stays in the list of kept drafts. */
  readonly keepReplaced: boolean
}

export type SaveOutcome =
  | { readonly revision: number }
  /** Somebody else saved first. */
  | { readonly theirs: Stored }
  | { readonly offline: true }
  | { readonly failed: string }
