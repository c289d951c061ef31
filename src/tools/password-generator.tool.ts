import { randomBelow } from '#src/lib/random.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, checkbox, defineTool, listOf, number, range, string, ToolError, text } from '#src/sdk/index.ts'
import type { ToolWorld } from '#src/sdk/tool-world.ts'

const SHORTEST = 4
const LONGEST = 128
const MOST_PASSWORDS = 100
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** What looks like something else in many fonts. */
const AMBIGUOUS = new Set('0O1Il|`\'"')
const [ENTROPY_DECIMALS, CHARACTER_DECIMALS] = [2, 3]
/** More digits than a double holds. */
const LOG_DIGITS = 18

interface Wanted {
  readonly uppercase: boolean
  readonly lowercase: boolean
  readonly digits: boolean
  readonly symbols: boolean
  readonly symbolCharacters: string
  readonly excludeAmbiguous: boolean
}

/** The characters to choose from, each once, by kind. */
function setsOf(wanted: Wanted): string[][] {
  if (wanted.symbols && !/^[!-~]*$/.test(wanted.symbolCharacters))
    throw new ToolError('Which symbols: only characters of ASCII, without spaces', { field: 'symbolCharacters' })
  const taken = new Set<string>()
  return [
    wanted.uppercase ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : '',
    wanted.lowercase ? 'abcdefghijklmnopqrstuvwxyz' : '',
    wanted.digits ? '0123456789' : '',
    wanted.symbols ? wanted.symbolCharacters : '',
  ]
    .map((set) =>
      [...set].filter((character) => {
        if (taken.has(character) || (wanted.excludeAmbiguous && AMBIGUOUS.has(character))) return false
        taken.add(character)
        return true
      }),
    )
    .filter((set) => set.length > 0)
}

/** All texts of the length, less those that lack a set: inclusion and exclusion. */
function countPasswords(sets: readonly (readonly string[])[], length: number, requireEach: boolean): bigint {
  const count = (rest: readonly number[], pool: number, sign: bigint): bigint => {
    const [first, ...others] = rest
    if (first === undefined) return sign * BigInt(pool) ** BigInt(length)
    return count(others, pool, sign) + count(others, pool - first, -sign)
  }
  const sizes = sets.map((set) => set.length)
  const pool = sizes.reduce((sum, size) => sum + size, 0)
  return count(requireEach ? sizes : [], pool, 1n)
}

function log2(value: bigint): number {
  const digits = String(value)
  const shifted = digits.length - LOG_DIGITS
  return shifted <= 0
    ? Math.log2(Number(value))
    : Math.log2(Number(digits.slice(0, LOG_DIGITS))) + shifted * Math.log2(10)
}

/** Drawn anew as a whole until no set is missing: so every password that is allowed is as likely as the others. */
function draw(sets: readonly (readonly string[])[], length: number, requireEach: boolean, world: ToolWorld): string {
  const pool = sets.flat()
  for (;;) {
    const drawn = Array.from({ length }, () => pool[randomBelow(pool.length, world.randomBytes)] ?? '')
    if (!requireEach || sets.every((set) => set.some((character) => drawn.includes(character)))) return drawn.join('')
  }
}

/** By the guesses that the number of bits stands for. */
function strengthOf(bits: number): string {
  if (bits < 40) return 'Weak'
  if (bits < 64) return 'Fair: enough where guesses are limited'
  if (bits < 100) return 'Strong'
  return 'Very strong'
}

export const passwordGenerator = defineTool({
  slug: 'password-generator',
  title: 'Password Generator',
  description:
    'Makes random passwords from the characters that you choose, and says how many bits of entropy they have.',
  category: 'developer',
  isConfidential: true,
  tags: ['password', 'random', 'security'],
  keywords: [
    'random password',
    'strong password',
    'secure password',
    'passwords',
    'token generator',
    'random string',
    'entropy',
    'pin generator',
    'passcode',
    'secret generator',
  ],
  input: [
    range('length', {
      label: 'Length',
      integer: true,
      min: SHORTEST,
      max: LONGEST,
      step: 1,
      default: 20,
      presets: [12, 16, 20, 32, 64],
    }),
    checkbox('uppercase', { label: 'Capital letters', default: true }),
    checkbox('lowercase', { label: 'Small letters', default: true }),
    checkbox('digits', { label: 'Digits', default: true }),
    checkbox('symbols', { label: 'Symbols', default: true }),
    string('symbolCharacters', {
      label: 'Which symbols',
      default: PUNCTUATION,
      maxLength: 100,
      showIf: { field: 'symbols', in: [true] },
    }),
    checkbox('excludeAmbiguous', { label: 'Without look-alikes', help: '0 O 1 I l | and quotes.' }),
    checkbox('requireEach', { label: 'At least one of each kind', default: true }),
    number('count', { label: 'How many', integer: true, min: 1, max: MOST_PASSWORDS, step: 1, default: 1 }),
  ],
  output: {
    password: text('Password', { format: 'code', primary: true }),
    passwords: listOf('All of them'),
    entropyBits: badge('Entropy in bits'),
    strength: text('Strength'),
    poolSize: badge('Different characters'),
    bitsPerCharacter: badge('Bits per character'),
    combinations: text('Possible passwords', { format: 'code' }),
  },
  needs: ['chance'],
  run: ({ length, requireEach, count, ...wanted }, world) => {
    const sets = setsOf(wanted)
    if (sets.length === 0) throw new ToolError('Choose at least one kind of characters', { field: 'lowercase' })
    const combinations = countPasswords(sets, length, requireEach)
    const poolSize = sets.flat().length
    const entropy = log2(combinations)
    const passwords = Array.from({ length: count }, () => draw(sets, length, requireEach, world))
    return {
      password: passwords[0],
      passwords: count > 1 ? passwords : undefined,
      entropyBits: roundTo(entropy, ENTROPY_DECIMALS),
      strength: strengthOf(entropy),
      poolSize,
      bitsPerCharacter: roundTo(Math.log2(poolSize), CHARACTER_DECIMALS),
      combinations: String(combinations),
    }
  },
  examples: [
    {
      title: 'A number of four digits',
      input: { length: 4, uppercase: false, lowercase: false, symbols: false },
      output: { poolSize: 10, bitsPerCharacter: 3.322, combinations: '10000' },
      source: 'Wikipedia, Password strength, entropy per symbol: Arabic numerals, 3.322 bits',
    },
    {
      title: 'Letters and digits',
      input: { length: 8, symbols: false, requireEach: false },
      output: { poolSize: 62, bitsPerCharacter: 5.954, combinations: '218340105584896' },
      source: 'Wikipedia, Password strength, entropy per symbol: case-sensitive alphanumeric, 62, 5.954 bits; 62^8',
    },
    {
      title: 'All that can be printed but the space',
      input: { length: 16, requireEach: false },
      output: { poolSize: 94, bitsPerCharacter: 6.555 },
      source:
        'Wikipedia, Password strength, entropy per symbol: all ASCII printable characters except space, 6.555 bits',
    },
  ],
  method: {
    formula:
      'Entropy = log₂ of the number of passwords that could have come. A random number that would favour some characters is drawn again, and so is a whole password that lacks a kind.',
    rounding: `Entropy to ${ENTROPY_DECIMALS} decimals, bits per character to ${CHARACTER_DECIMALS}; the number of passwords is exact.`,
    notes:
      'Chance is that of a cryptographic source; on this page passwords are made in your browser. Weak is below 40 bits, fair below 64, strong below 100.',
  },
  sources: [
    {
      title: 'NIST SP 800-63B, section 5.1.1: Memorized secrets',
      url: 'https://pages.nist.gov/800-63-3/sp800-63b.html',
    },
    { title: 'Wikipedia, Password strength', url: 'https://en.wikipedia.org/wiki/Password_strength' },
  ],
})
