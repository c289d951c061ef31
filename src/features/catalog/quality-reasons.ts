import { counted } from './count-text.ts'

export interface QualityFacts {
  /** People with a confirmed address who used it in the last 30 days. */
  readonly peopleMonth: number
  readonly favoriteCount: number
  readonly avgRating: number
  readonly ratingCount: number
  /** From 0 to 1; null when nobody ran it in the last 30 days. */
  readonly successRate: number | null
}

/** Why a tool stands where it stands when nothing was searched for, in words that can be checked. */
export function qualityReasons({ peopleMonth, favoriteCount, avgRating, ratingCount, successRate }: QualityFacts) {
  const reasons: string[] = []
  if (peopleMonth > 0) reasons.push(`used by ${counted(peopleMonth, 'person', 'people')} in 30 days`)
  if (favoriteCount > 0) reasons.push(counted(favoriteCount, 'favourite'))
  if (ratingCount > 0) reasons.push(`${avgRating.toFixed(1)} of 5 stars in ${counted(ratingCount, 'rating')}`)
  if (successRate !== null) reasons.push(`${Math.floor(successRate * 100)} % of its runs succeed`)
  return reasons
}
