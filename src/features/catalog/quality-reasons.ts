import { counted } from './count-text.ts'

export interface QualityFacts {
  /** People with a confirmed address who used it in the last 30 days. */
  readonly peopleMonth: number
  readonly favoriteCount: number
  /** Other people with a confirmed address whose published tools began with it. */
  readonly cloners: number
  /** People who bought it in the last 90 days. */
  readonly buyersQuarter: number
  /** Cases of the last 90 days, however many reported each. */
  readonly upheldReports: number
  readonly avgRating: number
  readonly ratingCount: number
  /** From 0 to 1; null when nobody ran it in the last 30 days. */
  readonly successRate: number | null
}

/** Why a tool stands where it stands when nothing was searched for, in words that can be checked. */
export function qualityReasons(facts: QualityFacts): string[] {
  const { peopleMonth, favoriteCount, cloners, buyersQuarter, upheldReports, avgRating, ratingCount, successRate } =
    facts
  const reasons: string[] = []
  if (peopleMonth > 0) reasons.push(`used by ${counted(peopleMonth, 'person', 'people')} in 30 days`)
  if (favoriteCount > 0) reasons.push(counted(favoriteCount, 'favourite'))
  if (cloners > 0) reasons.push(`built on by ${counted(cloners, 'creator')}`)
  if (buyersQuarter > 0) reasons.push(`bought by ${counted(buyersQuarter, 'person', 'people')} in 90 days`)
  if (ratingCount > 0) reasons.push(`${avgRating.toFixed(1)} of 5 stars in ${counted(ratingCount, 'rating')}`)
  if (successRate !== null) reasons.push(`${Math.floor(successRate * 100)} % of its runs succeed`)
  if (upheldReports > 0) reasons.push(`reports about it found right in ${counted(upheldReports, 'case')} in 90 days`)
  return reasons
}
