import { exact, fixed, isNegligible, ONE, over, power, times } from '../fixed-point.ts'
import { fromNumber, type Rational, subtract, toNumber } from '../rational.ts'

/** Money that earns `rate` in every period, and what is added to it in each. */
export interface Saving {
  readonly principal: Rational
  readonly contribution: Rational
  /** Per period, above −1: 6 % a year compounded monthly is 0.06 / 12. */
  readonly rate: Rational
  /** True when contributions come at the start of each period, else at its end. */
  readonly atStart: boolean
}

/** (1 + rate)^periods. Where periods are not whole, their fraction has the precision of a double. */
function growth(rate: bigint, periods: Rational): bigint {
  const whole = Number(periods.numerator / periods.denominator)
  const fraction = toNumber(subtract(periods, fromNumber(whole)))
  const grown = power(ONE + rate, whole)
  return fraction === 0 ? grown : times(grown, fixed(fromNumber((1 + toNumber(exact(rate))) ** fraction)))
}

/** What 1 at the end of each period has grown to. */
function sumOfPayments(rate: bigint, periods: Rational): bigint {
  return isNegligible(rate) ? fixed(periods) : over(growth(rate, periods) - ONE, rate)
}

const perContribution = ({ rate, atStart }: Saving, periods: Rational): bigint => {
  const sum = sumOfPayments(fixed(rate), periods)
  return atStart ? times(sum, ONE + fixed(rate)) : sum
}

/** Before rounding. `periods` must be whole where something is contributed. */
export function futureValue(saving: Saving, periods: Rational): Rational {
  const grown = times(fixed(saving.principal), growth(fixed(saving.rate), periods))
  return exact(grown + times(fixed(saving.contribution), perContribution(saving, periods)))
}

/** What must be added in each of at least one period, before rounding; negative where less than nothing. */
export function contributionFor(goal: Rational, saving: Saving, periods: Rational): Rational {
  const grown = times(fixed(saving.principal), growth(fixed(saving.rate), periods))
  return exact(over(fixed(goal) - grown, perContribution(saving, periods)))
}

/** After how many periods the goal is reached, not rounded; Infinity when it never is. The rate is not negative. */
export function periodsUntil(goal: number, saving: Saving): number {
  const [principal, contribution, rate] = [saving.principal, saving.contribution, saving.rate].map(toNumber)
  if (principal === undefined || contribution === undefined || rate === undefined || principal >= goal) return 0
  if (rate === 0) return (goal - principal) / contribution
  const added = saving.atStart ? contribution * (1 + rate) : contribution
  const earning = added + principal * rate
  return earning === 0 ? Number.POSITIVE_INFINITY : Math.log1p(((goal - principal) * rate) / earning) / Math.log1p(rate)
}

const LARGEST_POWER_OF_TEN = 200

/** Whether what compounds stays within what a number can say. */
export const isCountable = (ratePerPeriod: number, periods: number): boolean =>
  Math.log10(1 + ratePerPeriod) * periods <= LARGEST_POWER_OF_TEN
