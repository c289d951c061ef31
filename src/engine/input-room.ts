import { LARGE_RUN_BYTES } from '#src/lib/account-limits.ts'
import type { Json } from '#src/sdk/json.ts'
import { sizeOf } from './decide/run-size.ts'
import type { EngineTransaction, RunSizes, SizeRefusal } from './engine.ts'

interface Arriving {
  readonly id: string
  readonly ownerId: string
  readonly payload: Json
}

/** Takes room for the input of a run before it is stored; null when there is enough, or nobody keeps the books. */
export async function takesRoom(
  sizes: RunSizes | undefined,
  { payload, ...run }: Arriving,
  transaction?: EngineTransaction,
): Promise<SizeRefusal | null> {
  const bytes = sizes === undefined ? 0 : sizeOf(payload)
  if (sizes === undefined || bytes < LARGE_RUN_BYTES) return null
  return transaction === undefined ? sizes.grow(run, bytes) : sizes.reserve(transaction, run, bytes)
}
