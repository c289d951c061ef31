import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSignChanges, discountRoots } from './discount-roots.ts'

const yearly = (...amounts: number[]) => amounts.map((amount, time) => ({ amount, time }))
const rates = (...amounts: number[]) => discountRoots(yearly(...amounts)).map((growth) => Math.expm1(growth))
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9))

describe('the known answer', () => {
  test.each([
    ['Microsoft Excel, IRR, five years', [-70_000, 12_000, 15_000, 18_000, 21_000, 26_000], [0.08663094803653162]],
    ['one flow and what it grew to', [-100, 110], [0.1]],
    ['nothing gained', [-100, 100], [0]],
    ['what came late is lost nearly whole', [-1e12, 0, 0, 1], [Math.expm1(Math.log(1e-12) / 3)]],
    ['a factor of ten thousand', [-1, 10_000], [9999]],
    ['paid in the middle: 10 % and 20 %', [100, -230, 132], [0.1, 0.2]],
    ['25 % and 400 % (the pump of Lorie and Savage)', [-1600, 10_000, -10_000], [0.25, 4]],
    ['three rates: 0 %, 100 % and 200 %', [-1000, 6000, -11_000, 6000], [0, 1, 2]],
    ['a root that touches without crossing: 10 % twice', [-100, 220, -121], [0.1]],
    ['a threefold root: 10 %', [-1000, 3300, -3630, 1331], [0.1]],
  ])('%s', (_, amounts, expected) => {
    expect(rates(...amounts)).toEqual(near(expected))
  })

  test.each([
    ['only received', [100, 200]],
    ['nothing', [0, 0]],
    ['no flows', []],
    ['two changes of sign and no rate', [-100, 200, -150]],
  ])('%s: none', (_, amounts) => expect(rates(...amounts)).toEqual([]))
})

test('flows at the same time are one, in whatever order they come', () => {
  const flows = [
    { amount: 60, time: 1 },
    { amount: -100, time: 0 },
    { amount: 50, time: 1 },
  ]
  expect(discountRoots(flows).map(Math.expm1)).toEqual(near([0.1]))
  expect(countSignChanges(flows)).toBe(1)
})

test('all rates that a product of factors was made from are found', () => {
  const factor = fc.integer({ min: -90, max: 900 }).map((percent) => percent / 100)
  fc.assert(
    fc.property(fc.uniqueArray(factor, { minLength: 1, maxLength: 4 }), (wanted) => {
      const sorted = wanted.toSorted((a, b) => a - b)
      fc.pre(sorted.every((rate, index) => index === 0 || rate - (sorted[index - 1] ?? 0) >= 0.05))
      let amounts = [1]
      for (const rate of sorted) {
        const shifted = [0, ...amounts]
        amounts = [...amounts, 0].map((amount, index) => amount * (1 + rate) - (shifted[index] ?? 0) * (1 + rate) ** 2)
      }
      expect(rates(...amounts)).toEqual(sorted.map((rate) => expect.closeTo(rate, 5)))
    }),
  )
})

test('a thousand flows with fifty changes of sign take less than a second', () => {
  const flows = Array.from({ length: 1000 }, (_, time) => ({
    amount: Math.floor(time / 20) % 2 === 0 ? -1 : 1.01,
    time,
  }))
  const start = performance.now()
  discountRoots(flows)
  expect(performance.now() - start).toBeLessThan(1000)
})
