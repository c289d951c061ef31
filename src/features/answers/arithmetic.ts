import { add, divide, multiply, negate, parseDecimal, type Rational, rational, subtract } from '#src/lib/rational.ts'
import { UNSIGNED } from './question.ts'

export interface Sum {
  readonly value: Rational
  /** As the expression evaluator writes it. */
  readonly expression: string
}

const TOKEN = new RegExp(`\\s*(${UNSIGNED}|sqrt|[-+*/^()])`, 'iy')
/** The evaluator wants brackets. */
const BARE_ROOT = new RegExp(`sqrt\\s*(${UNSIGNED})`, 'gi')
/** Of a power: what is larger would only be an approximation anyway. */
const MOST_DIGITS = 400
const ROOT_DIGITS = 40n

/** A date, a number of a telephone, of a book: not what remains of it. */
const NO_SUM = /^\d+(?:-\d+)+$|^\d+(?:\/\d+){2,}$/

/** Throws RangeError for what is no sum. */
const refuse = (): never => {
  throw new RangeError('Not a sum')
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const [, token = ''] = TOKEN.exec(text) ?? refuse()
    tokens.push(token.replaceAll(',', '').toLowerCase())
  }
  return tokens
}

function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << (BigInt(value.toString(2).length) / 2n + 1n)
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

function squareRoot({ numerator, denominator }: Rational): Rational {
  if (numerator < 0n) return refuse()
  const [above, below] = [wholeRoot(numerator), wholeRoot(denominator)]
  if (above * above === numerator && below * below === denominator) return rational(above, below)
  const scale = 10n ** ROOT_DIGITS
  return rational(wholeRoot((numerator * scale * scale) / denominator), scale)
}

function power(base: Rational, exponent: Rational): Rational {
  const times = Number(exponent.numerator)
  const digits = Math.max(String(base.numerator).length, String(base.denominator).length)
  if (exponent.denominator !== 1n || digits * Math.abs(times) > MOST_DIGITS) return refuse()
  const [above, below] = [base.numerator ** BigInt(Math.abs(times)), base.denominator ** BigInt(Math.abs(times))]
  return times < 0 ? rational(below, above) : rational(above, below)
}

/** The usual order, as the expression evaluator has it: a sign binds less than a power, and powers go from the right. */
class Reader {
  private at = 0
  operations = 0
  private readonly tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  whole(): Rational {
    const value = this.sum()
    return this.at === this.tokens.length ? value : refuse()
  }

  private take(...wanted: readonly string[]): string | undefined {
    const next = this.tokens[this.at]
    if (next === undefined || !wanted.includes(next)) return undefined
    this.at += 1
    return next
  }

  private sum(): Rational {
    let value = this.product()
    for (let sign = this.take('+', '-'); sign !== undefined; sign = this.take('+', '-')) {
      this.operations += 1
      value = (sign === '+' ? add : subtract)(value, this.product())
    }
    return value
  }

  private product(): Rational {
    let value = this.signed()
    for (let sign = this.take('*', '/'); sign !== undefined; sign = this.take('*', '/')) {
      this.operations += 1
      value = (sign === '*' ? multiply : divide)(value, this.signed())
    }
    return value
  }

  private signed(): Rational {
    const sign = this.take('+', '-')
    if (sign === undefined) return this.powered()
    return sign === '-' ? negate(this.signed()) : this.signed()
  }

  private powered(): Rational {
    const base = this.single()
    if (this.take('^') === undefined) return base
    this.operations += 1
    return power(base, this.signed())
  }

  private single(): Rational {
    if (this.take('sqrt') !== undefined) {
      this.operations += 1
      // Two names in a row are no function of each other to the evaluator.
      return this.tokens[this.at] === 'sqrt' ? refuse() : squareRoot(this.single())
    }
    if (this.take('(') !== undefined) {
      const value = this.sum()
      return this.take(')') === undefined ? refuse() : value
    }
    const token = this.tokens[this.at]
    if (token === undefined || !/^[\d.]/.test(token)) return refuse()
    this.at += 1
    return parseDecimal(token)
  }
}

/** "12*7+3", "sqrt 2", "(1 + 2) / 3": exact, or undefined for anything else. */
export function readSum(text: string): Sum | undefined {
  if (NO_SUM.test(text)) return undefined
  const plain = text
    .replace(/(?:the )?square root of|√/gi, 'sqrt')
    .replace(/[×·]|(?<=[\d)]) x (?=[\d(])/gi, '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
  try {
    const reader = new Reader(tokensOf(plain))
    const value = reader.whole()
    if (reader.operations === 0) return undefined
    return { value, expression: plain.replaceAll(',', '').replace(BARE_ROOT, 'sqrt($1)') }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
