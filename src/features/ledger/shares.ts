/** What the platform keeps of ten thousand; whole cents are rounded in the creator's favour. */
const PLATFORM_OF_10000 = 3000n

export interface Shares {
  readonly creator: number
  readonly platform: number
}

/** 99 → 70 and 29: the creator never gets less than 70 %. */
export function sharesOf(gross: number): Shares {
  const platform = Number((BigInt(gross) * PLATFORM_OF_10000) / 10_000n)
  return { creator: gross - platform, platform }
}

export interface Claimed {
  readonly amount: number
  readonly creatorShare: number
  /** What refunds and disputes that stand claim together. */
  readonly claimed: number
}

/**
 * What the creator has given for these claims, all together: rounded once, so that refunds of a third each add up to
 * the whole share, whatever their order. Who claims more than was paid takes it from the platform.
 */
export function creatorDue({ amount, creatorShare, claimed }: Claimed): number {
  if (amount === 0) return 0
  const standing = Math.min(claimed, amount)
  return Number((BigInt(creatorShare) * BigInt(standing)) / BigInt(amount))
}

/** What `more` adds to that; negative for a claim that is given back. */
export const creatorPart = (sale: Claimed, more: number): number =>
  creatorDue({ ...sale, claimed: sale.claimed + more }) - creatorDue(sale)
