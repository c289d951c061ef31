import type { Json } from '#src/sdk/json.ts'
import { isSameJson } from '../same-json.ts'

interface PinnedOutput {
  readonly output: Json
  readonly port: string
}

/** What is to be of a workflow and is none of its graph: its name, or the output that stands for a step in the draft. */
export type BesideWish =
  | { readonly kind: 'name'; readonly after: string }
  | {
      readonly kind: 'pin'
      readonly nodeId: string
      /** Null: the step runs. */
      readonly after: PinnedOutput | null
    }
/** The same with what was there before. */
export type BesideChange = BesideWish & { readonly before: BesideWish['after'] }

/** The way back. */
export const reversed = (change: BesideChange): BesideWish => ({ ...change, after: change.before }) as BesideWish

export const isChange = ({ before, after }: BesideChange): boolean => !isSameJson(before, after)
