import { all, create } from 'mathjs'
import { EXACT_UNITS } from './exact-units.ts'
import { isIndefinite, settle } from './settle.ts'
import { importSpecialFunctions } from './special-functions.ts'
import { keepWithinLimits } from './within-limits.ts'
import { withoutCancelled } from './without-cancelled.ts'

/** Digits of the two computations: what they do not share is an error of rounding. */
const DIGITS = 64
const MORE_DIGITS = 96

/** These change the calculator, read formulas from text, or answer differently each time. */
const REFUSED: ReadonlySet<string> = new Set([
  'import',
  'config',
  'createUnit',
  'parse',
  'evaluate',
  'compile',
  'parser',
  'simplify',
  'simplifyCore',
  'simplifyConstant',
  'derivative',
  'rationalize',
  'resolve',
  'symbolicEqual',
  'leafCount',
  'help',
  'typed',
  'reviver',
  'replacer',
  'random',
  'randomInt',
  'pickRandom',
])

const math = create(all ?? {}, { number: 'BigNumber', precision: DIGITS })

// mathjs has a tablespoon of 15 ml and rounds acre, psi and others; and a butter stick that no table knows.
for (const [name, { numerator, denominator }] of EXACT_UNITS)
  Object.assign(math.Unit.UNITS[name] ?? {}, { value: math.fraction(`${numerator}/${denominator}`) })
for (const name of ['stick', 'sticks']) delete math.Unit.UNITS[name]

/** CODATA 2018, as the others: of two masses mathjs has the values of 1998, and reads their uncertainty as digits. */
const CONSTANTS = [
  ['neutronMass', '1.67492749804e-27', 'kg'],
  ['deuteronMass', '3.3435837724e-27', 'kg'],
  ['planckMass', '2.176434e-8', 'kg'],
  ['planckTime', '5.391247e-44', 's'],
  ['planckTemperature', '1.416784e32', 'K'],
  ['vacuumImpedance', '376.730313668', 'ohm'],
] as const
for (const [name, value, unit] of CONSTANTS) {
  const constant = Object.assign(math.unit(math.bignumber(value), unit), { fixPrefix: true })
  math.import({ [name]: constant }, { override: true })
}

importSpecialFunctions(math)

/** What an expression can call; mathjs looks the names up here and nowhere else. */
const functionsOf = (calculator: object): Record<string, unknown> => {
  const { expression } = calculator as { expression: { mathWithTransform: Record<string, unknown> } }
  return expression.mathWithTransform
}
// Units in an expression: nothing to call, and not the constant that mathjs gave up this name for.
for (const name of ['chain', 'coulomb']) delete functionsOf(math)[name]
withoutCancelled(functionsOf(math), ['add', 'subtract'])
const limits = keepWithinLimits(functionsOf(math))

/** What people type, as mathjs writes it. */
const SPELLINGS: readonly (readonly [typed: RegExp, meant: string])[] = [
  [/[×·]/g, '*'],
  [/÷/g, '/'],
  [/−/g, '-'],
  [/\*\*/g, '^'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/π/g, 'pi'],
  [/√\s*((?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|[a-z]\w*(?![\w(]))(?!\s*=(?!=))/gi, 'sqrt($1)'],
  [/√/g, 'sqrt'],
  [/°/g, ' deg'],
  [/\bln\s*\(/g, 'log('],
  // Where neither is called nor handed to a function, it is a unit.
  [/(?<!,\s*)\bmin\b(?!\s*\()/g, 'minute'],
  [/(?<!,\s*)\bsec\b(?!\s*\()/g, 'second'],
]
const respelt = (expression: string): string =>
  SPELLINGS.reduce((text, [typed, meant]) => text.replace(typed, meant), expression)

/** Methods of matrices, which know no limits; functions of these names do the same. */
const REFUSED_METHODS: ReadonlySet<string> = new Set(['resize', 'reshape', 'set', 'subset', 'map', 'forEach'])
const methodOf = (node: object): string | undefined =>
  'isAccessorNode' in node && 'name' in node && typeof node.name === 'string' ? node.name : undefined

const nameOf = (node: object): string | undefined =>
  'isSymbolNode' in node && 'name' in node && typeof node.name === 'string' ? node.name : undefined

function compile(expression: string): { evaluate(scope: object): unknown } {
  const tree = math.parse(respelt(expression))
  // Every name in an expression is a symbol of its tree, so nothing refused can be reached by another way.
  tree.traverse((node) => {
    const name = nameOf(node)
    if (name !== undefined && REFUSED.has(name)) throw new Error(`${name} is not available here`)
    const method = methodOf(node)
    if (method !== undefined && REFUSED_METHODS.has(method)) throw new Error(`.${method} is not available here`)
  })
  return tree.compile()
}

/** Of several lines the last one that has a value. */
function lastOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('isResultSet' in value) || !('entries' in value)) return value
  return Array.isArray(value.entries) ? value.entries.at(-1) : undefined
}

/** So say erf, gamma of a fraction and others, each in its way. */
const knowsDoublesOnly = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /\bBigNumber\b/.test(error.message))

/** The value of the last line, as a value of mathjs. Throws Error with a message for people. */
export function evaluate(expression: string): unknown {
  const compute = (options: { number: 'BigNumber' | 'number'; precision: number }): unknown => {
    // mathjs works out anew how long a degree is only when the kind of numbers changes.
    math.config({ number: 'number' })
    math.config(options)
    limits.restart()
    // Numbers in the text become values when it is parsed.
    return lastOf(compile(expression).evaluate({}))
  }
  const inDoubles = () => compute({ number: 'number', precision: DIGITS })
  try {
    const rough = compute({ number: 'BigNumber', precision: DIGITS })
    // Outside their domain asin and others are complex, which mathjs knows of doubles only.
    if (isIndefinite(rough)) return inDoubles()
    return settle(rough, compute({ number: 'BigNumber', precision: MORE_DIGITS }))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('[DecimalError]'))
      throw new Error('An argument is not one that its function takes')
    if (!knowsDoublesOnly(error)) throw error
    return inDoubles()
  }
}

/** Text of a value with this many significant digits. */
export const format = (value: unknown, precision: number): string =>
  math.format(value, { precision, lowerExp: -9, upperExp: 64 })
