import { expect, test } from 'vitest'
import { qualityReasons } from './quality-reasons.ts'

const NOTHING = {
  ...{ cloners: 0, buyersQuarter: 0, upheldReports: 0 },
  peopleMonth: 0,
  favoriteCount: 0,
  avgRating: 0,
  ratingCount: 0,
  successRate: null,
}

test.each([
  [NOTHING, []],
  [{ ...NOTHING, peopleMonth: 1 }, ['used by 1 person in 30 days']],
  [{ ...NOTHING, peopleMonth: 1200 }, ['used by 1,200 people in 30 days']],
  [{ ...NOTHING, favoriteCount: 2 }, ['2 favourites']],
  [{ ...NOTHING, avgRating: 4.63, ratingCount: 100 }, ['4.6 of 5 stars in 100 ratings']],
  [{ ...NOTHING, successRate: 0.999 }, ['99 % of its runs succeed']],
  [{ ...NOTHING, cloners: 1, buyersQuarter: 2 }, ['built on by 1 creator', 'bought by 2 people in 90 days']],
  [{ ...NOTHING, upheldReports: 1 }, ['reports about it found right in 1 case in 90 days']],
  [{ ...NOTHING, successRate: 0 }, ['0 % of its runs succeed']],
])('%j gives %j', (facts, reasons) => {
  expect(qualityReasons(facts)).toEqual(reasons)
})
