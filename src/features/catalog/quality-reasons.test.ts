import { expect, test } from 'vitest'
import { qualityReasons } from './quality-reasons.ts'

const NOTHING = { peopleMonth: 0, favoriteCount: 0, avgRating: 0, ratingCount: 0, successRate: null }

test.each([
  [NOTHING, []],
  [{ ...NOTHING, peopleMonth: 1 }, ['used by 1 person in 30 days']],
  [{ ...NOTHING, peopleMonth: 1200 }, ['used by 1,200 people in 30 days']],
  [{ ...NOTHING, favoriteCount: 2 }, ['2 favourites']],
  [{ ...NOTHING, avgRating: 4.63, ratingCount: 100 }, ['4.6 of 5 stars in 100 ratings']],
  [{ ...NOTHING, successRate: 0.999 }, ['99 % of its runs succeed']],
  [{ ...NOTHING, successRate: 0 }, ['0 % of its runs succeed']],
])('%j gives %j', (facts, reasons) => {
  expect(qualityReasons(facts)).toEqual(reasons)
})
