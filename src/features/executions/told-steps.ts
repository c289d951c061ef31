import type { StepRecord } from '#src/engine/engine.ts'
import { isOpenStep } from '#src/lib/run-status.ts'

/** Enough for any graph; what is longer was not made here. */
const MAX_ID = 400

/**
 * Which steps of a run a listener has heard the end of, as the id of an event: a bit for each place in the graph, in
 * base64url. Every process can read it, and none has to keep it. Turns of loops are told again.
 */
export function createToldSteps(lastEventId: string | undefined) {
  const isOurs = lastEventId !== undefined && lastEventId.length <= MAX_ID && /^[\w-]+$/.test(lastEventId)
  let bits = isOurs ? Buffer.from(lastEventId, 'base64url') : Buffer.alloc(0)

  return {
    has: ({ seq, iteration }: Pick<StepRecord, 'seq' | 'iteration'>): boolean =>
      iteration === undefined && ((bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0,
    /** The id of the event that tells this step. */
    tell({ seq, iteration, status }: Pick<StepRecord, 'seq' | 'iteration' | 'status'>): string {
      if (iteration === undefined && !isOpenStep(status)) {
        const at = seq >> 3
        if (at >= bits.length) bits = Buffer.concat([bits, Buffer.alloc(at + 1 - bits.length)])
        bits[at] = (bits[at] ?? 0) | (1 << (seq & 7))
      }
      return bits.toString('base64url')
    },
  }
}
