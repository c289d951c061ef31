import { badge, defineTool, list, ToolError, table, text } from '#src/sdk/index.ts'
import {
  type Budget,
  type Factorisation,
  factorise,
  greatestCommonDivisor,
  LARGEST_FACTORED,
  leastCommonMultiple,
} from './gcd-lcm-primes/factorise.ts'

const MOST_NUMBERS = 100
const MOST_DIGITS = 1000
// About half a second on a slow machine; enough for most numbers of 24 digits.
const MOST_STEPS = 400_000
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

const GROUPED = /^[-+]?\d{1,3}(?:_\d{3})+$/
const WHOLE = /^[-+]?\d+$/
/** What is left of "10,000" where commas part the numbers. */
const PART_OF_GROUPED = /^0\d/

function toWhole(word: string): bigint {
  const plain = (GROUPED.test(word) ? word.replaceAll('_', '') : word).replace('−', '-').replace(/^\+/, '')
  if (!WHOLE.test(plain))
    throw new ToolError(`Numbers: “${word.slice(0, 40)}” must be a whole number`, { field: 'numbers' })
  if (PART_OF_GROUPED.test(word))
    throw new ToolError(`Numbers: “${word.slice(0, 40)}” looks like a part of a number; write 10000, not 10,000`, {
      field: 'numbers',
    })
  if (plain.length > MOST_DIGITS)
    throw new ToolError(`Numbers must have at most ${MOST_DIGITS} digits`, { field: 'numbers' })
  return BigInt(plain)
}

function toNumbers(parts: readonly string[]): bigint[] {
  const words = parts.flatMap((part) => part.split(/[\s;]+/)).filter((word) => word !== '')
  if (words.length > MOST_NUMBERS)
    throw new ToolError(`Numbers: at most ${MOST_NUMBERS}, not ${words.length}`, { field: 'numbers' })
  return words.map(toWhole)
}

/** A JSON number where that is exact, else its digits. */
const exact = (value: bigint): number | string => (value <= SAFE && value >= -SAFE ? Number(value) : String(value))

function factorText({ powers, rest }: Factorisation, sign: string): string {
  const parts = powers.map(([prime, exponent]) => (exponent === 1 ? String(prime) : `${prime}^${exponent}`))
  if (rest > 1n) parts.push(`${rest} (composite, not factored)`)
  return sign + parts.join(' × ')
}

function describe(value: bigint, budget: Budget) {
  const number = exact(value)
  const size = value < 0n ? -value : value
  if (size < 2n) return { number, factors: String(value), kind: size === 0n ? 'Zero' : 'Unit' }
  if (size > LARGEST_FACTORED) return { number, factors: 'Not factored: more than 24 digits' }
  const found = factorise(size, budget)
  const isPrime = found.rest === 1n && found.powers.length === 1 && found.powers[0]?.[1] === 1
  const divisors = found.powers.reduce((count, [, exponent]) => count * (exponent + 1), 1)
  return {
    number,
    factors: factorText(found, value < 0n ? '−1 × ' : ''),
    kind: isPrime ? (value > 0n ? 'Prime' : 'Negative of a prime') : 'Composite',
    ...(found.rest === 1n && { divisors }),
  }
}

export const gcdLcmPrimes = defineTool({
  slug: 'gcd-lcm-primes',
  title: 'GCD, LCM and Prime Factors',
  description: 'Finds the greatest common divisor, the least common multiple and the prime factors of whole numbers.',
  category: 'calculator',
  tags: ['math', 'primes', 'integers'],
  keywords: [
    'greatest common divisor',
    'gcd',
    'hcf',
    'gcf',
    'highest common factor',
    'least common multiple',
    'lcm',
    'prime factorization',
    'is it prime',
    'factorise',
    'coprime',
    'divisors',
  ],
  input: [
    list('numbers', {
      label: 'Whole numbers',
      help: 'Parted by commas, spaces or lines.',
      placeholder: '48, 180',
      required: true,
    }),
  ],
  output: {
    gcd: text('Greatest common divisor', { type: 'any', primary: true }),
    lcm: text('Least common multiple', {
      type: 'any',
      help: 'From 2^53 on results are text, so that no digit is lost.',
    }),
    coprime: badge('Coprime', { type: 'boolean', help: 'Yes when only 1 divides them all.' }),
    factors: table('Prime factors', {
      columns: [
        { name: 'number', label: 'Number' },
        { name: 'factors', label: 'Factors' },
        { name: 'kind', label: 'Kind' },
        { name: 'divisors', label: 'Divisors', type: 'number' },
      ],
    }),
  },
  mayRunLong: true,
  run: ({ numbers: parts }) => {
    const numbers = toNumbers(parts)
    const gcd = numbers.reduce(greatestCommonDivisor, 0n)
    const budget: Budget = { steps: MOST_STEPS }
    return {
      gcd: exact(gcd),
      lcm: exact(numbers.reduce(leastCommonMultiple, 1n)),
      coprime: gcd === 1n,
      factors: numbers.map((number) => describe(number, budget)),
    }
  },
  examples: [
    {
      title: '48 and 180',
      input: { numbers: [48, 180] },
      output: {
        gcd: 12,
        lcm: 720,
        coprime: false,
        factors: [
          { number: 48, factors: '2^4 × 3', kind: 'Composite', divisors: 10 },
          { number: 180, factors: '2^2 × 3^2 × 5', kind: 'Composite', divisors: 18 },
        ],
      },
      source:
        'Wikipedia, “Greatest common divisor”, prime factorizations: 48 and 180; divisors (4+1)(1+1) and (2+1)(2+1)(1+1)',
    },
    {
      title: 'Three numbers',
      input: { numbers: [8, 9, 21] },
      output: { gcd: 1, lcm: 504, coprime: true },
      source: 'Wikipedia, “Least common multiple”, using prime factorization: lcm(8, 9, 21) = 504',
    },
    {
      title: 'The fifth Fermat number',
      input: { numbers: ['4294967297'] },
      output: { factors: [{ number: 4_294_967_297, factors: '641 × 6700417', kind: 'Composite', divisors: 4 }] },
      source: 'Euler (1732); OEIS A000215: 2^32 + 1 = 641 × 6700417',
    },
    {
      title: 'The Mersenne number of 67',
      input: { numbers: ['147573952589676412927'] },
      output: {
        factors: [
          {
            number: '147573952589676412927',
            factors: '193707721 × 761838257287',
            kind: 'Composite',
            divisors: 4,
          },
        ],
      },
      source: 'F. N. Cole, “On the factoring of large numbers” (1903): 2^67 − 1',
    },
    {
      title: 'With zero',
      input: { numbers: [0, 7] },
      output: { gcd: 7, lcm: 0 },
      source: 'Wikipedia, “Greatest common divisor”: gcd(a, 0) = |a|; “Least common multiple”: lcm(a, 0) = 0',
    },
  ],
  method: {
    formula:
      'gcd by the algorithm of Euclid; lcm(a, b) = |a · b| / gcd(a, b), number by number. Factors by trial division, then by Pollard’s rho method, each proven prime by Miller–Rabin with 13 fixed bases.',
    rounding: 'None: whole numbers of any length.',
    notes:
      'Signs do not change gcd and lcm; gcd(0, 0) = 0. 0, 1 and −1 have no prime factors. Numbers above 10^24 are not factored, and a composite part that takes too many steps is shown as it is.',
  },
  sources: [
    { title: 'Wikipedia, Greatest common divisor', url: 'https://en.wikipedia.org/wiki/Greatest_common_divisor' },
    { title: 'Wikipedia, Least common multiple', url: 'https://en.wikipedia.org/wiki/Least_common_multiple' },
    {
      title: 'J. Sorenson, J. Webster: Strong pseudoprimes to twelve prime bases (2015)',
      url: 'https://arxiv.org/abs/1509.00864',
    },
    { title: 'OEIS A000215, Fermat numbers', url: 'https://oeis.org/A000215' },
  ],
})
