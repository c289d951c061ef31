import { CREATORS_PERCENT } from '#src/lib/pro-plan.ts'

export interface Weight {
  readonly creatorId: string
  /** Different people who pay for Pro and used a Pro tool of this creator in the month. */
  readonly people: number
}

export interface ProShare {
  readonly creatorId: string
  readonly amount: number
}

/** What creators get together: never less than the promised part. */
export const poolOf = (net: number): number => net - Math.floor((net * (100 - CREATORS_PERCENT)) / 100)

/**
 * Splits what creators get by people. Whole cents first; those left over go to the largest remainders, and among equal
 * ones by id, so that the same month gives the same shares each time. They sum to the pool exactly.
 */
export function shareOut(pool: number, weights: readonly Weight[]): ProShare[] {
  const counted = weights.filter(({ people }) => people > 0)
  const total = BigInt(counted.reduce((sum, { people }) => sum + people, 0))
  if (total === 0n || pool <= 0) return []
  const exact = counted.map(({ creatorId, people }) => {
    const product = BigInt(pool) * BigInt(people)
    return { creatorId, whole: Number(product / total), rest: product % total }
  })
  const left = pool - exact.reduce((sum, { whole }) => sum + whole, 0)
  exact.sort((a, b) => (a.rest === b.rest ? (a.creatorId < b.creatorId ? -1 : 1) : a.rest < b.rest ? 1 : -1))
  return exact
    .map(({ creatorId, whole }, index) => ({ creatorId, amount: whole + (index < left ? 1 : 0) }))
    .filter(({ amount }) => amount > 0)
}
