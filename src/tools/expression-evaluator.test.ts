import { beforeAll, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { engineeringUnits } from './engineering-units.tool.ts'
import { expressionEvaluator } from './expression-evaluator.tool.ts'
import { unitConverter } from './unit-converter.tool.ts'

beforeAll(() => expressionEvaluator.prepare?.())

const run = (expression: string, precision?: number) => {
  const outcome = runTool(expressionEvaluator, { expression, ...(precision !== undefined && { precision }) })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const problem = (expression: string) => {
  const outcome = runTool(expressionEvaluator, { expression })
  return outcome.ok ? outcome.outputs : outcome.error.details
}

// mathjs, examples/basic_usage.js and .html, and the reference of evaluate and parser.
test.each([
  ['(2+3)/4', 1.25],
  ['sqrt(3^2 + 4^2)', 5],
  ['5.08 cm to inch', '2 inch'],
  ['2 inch in cm', '5.08 cm'],
  ['cos(45 deg)', Math.SQRT1_2],
  ['9 / 3 + 2i', '3 + 2i'],
  ['round(1000 e, 0)', 2718],
  ['atan2(3, -3) / pi', 0.75],
  ['log(10000, 10)', 4],
  [
    '[-1, 2; 3, 1]^2',
    [
      [7, 0],
      [0, 7],
    ],
  ],
  ['x = 7 / 2; x + 3', 6.5],
  ['f(x, y) = x^y\nf(2, 3)', 8],
  ['12 / (2.3 + 0.7)', 4],
])('%s is %j', (expression, value) => {
  expect(run(expression).value).toEqual(value)
})

// NIST Digital Library of Mathematical Functions: 5.4.6 and 5.5.1 (gamma), 25.6.1 and 25.6.3 (zeta), and π²/6.
test.each([
  ['gamma(0.5)', Math.sqrt(Math.PI)],
  ['gamma(-0.5)', -2 * Math.sqrt(Math.PI)],
  ['(1/2)!', Math.sqrt(Math.PI) / 2],
  ['lgamma(5)', Math.log(24)],
  ['zeta(2)', Math.PI ** 2 / 6],
  ['zeta(-1)', -1 / 12],
  ['zeta(0)', -0.5],
])('%s, which is known in doubles only, is %d', (expression, value) => {
  expect(Math.abs(Number(run(expression).value) / value - 1)).toBeLessThan(1e-10)
})

// mathjs, reference of acos; DLMF 4.23.19 to 4.23.23: outside −1 to 1 the values are complex.
test.each(['(1 + i) / 0', 'i / 0', '1 cm / 0', '[1, i / 0]', 'asin(2) * 1 cm', 'gamma(0)'])(
  '%s is not finite',
  (expression) => {
    expect(problem(expression)).toEqual([
      { field: 'expression', message: 'Expression: The result is not a finite number, as after a division by 0' },
    ])
  },
)

test.each([
  ['acos(2)', '1.31695789692482i'],
  ['acosh(0.5)', '1.0471975511966i'],
  ['acos(2) * i', -1.31695789692482],
])('%s is %s', (expression, value) => {
  expect(run(expression).value).toBe(value)
})

test.each([
  ['0.1 + 0.2', 0.3],
  ['-2^2', -4],
  ['2^3^2', 512],
  ['100 + 10%', 110],
  ['7 mod 4', 3],
  ['5!', 120],
  ['sin(pi)', 0],
  ['e^(i*pi)', -1],
  ['[sin(pi), 1]', [0, 1]],
  ['erf(0.5) - erf(0.5)', 0],
  ['true and 1 > 2', false],
  ['"a"', 'a'],
  ['2 × 3 ÷ 4 − 1', 0.5],
  ['√(16) + 2**3 + 3² + ln(e)', 22],
  ['sin(30°)', 0.5],
  ['1e400', '1e+400'],
  ['fraction("1/3")', '1/3'],
])('%s is %j', (expression, value) => {
  expect(run(expression).value).toEqual(value)
})

// OEIS A000142: 30! = 265252859812191058636308480000000; OEIS A002193: the digits of the root of 2.
test('all digits', () => {
  expect(run('30!')).toMatchObject({
    value: Number('265252859812191058636308480000000'),
    exact: '265252859812191058636308480000000',
  })
  expect(run('sqrt(2)', 41).exact).toBe('1.4142135623730950488016887242096980785697')
  expect(run('2^64', 60).exact).toBe('18446744073709551616')
})

test('fewer digits', () => {
  expect(run('pi', 3)).toMatchObject({ value: 3.14, exact: '3.14' })
  expect(run('2/3', 6).value).toBe(0.666667)
})

// CODATA 2018, the set that the other constants of mathjs are from: physics.nist.gov/cuu/Constants.
test.each([
  ['neutronMass', '1.67492749804e-27 kg'],
  ['deuteronMass', '3.3435837724e-27 kg'],
  ['planckMass', '0.00000002176434 kg'],
  ['planckTime', '5.391247e-44 s'],
  ['planckTemperature', '141678400000000000000000000000000 K'],
  ['vacuumImpedance', '376.730313668 ohm'],
  ['2 * neutronMass', '3.34985499608e-27 kg'],
])('the constant %s is %s', (expression, value) => {
  expect(run(expression)).toMatchObject({ value })
})

// NIST Digital Library of Mathematical Functions, 7.2: erf 1 = 0.8427007929497149 (here 15 digits).
test('functions that know doubles only', () => {
  expect(run('erf(1)').value).toBeCloseTo(0.842700792949715, 15)
})

test.each([
  ['parse("1")', 'parse is not available here'],
  ['f = evaluate; f("1")', 'evaluate is not available here'],
  ['import({})', 'import is not available here'],
  ['config({})', 'config is not available here'],
  ['createUnit("foo")', 'createUnit is not available here'],
  ['simplify("x+x")', 'simplify is not available here'],
  ['derivative("x^2", "x")', 'derivative is not available here'],
  ['resolve("x")', 'resolve is not available here'],
  ['parser()', 'parser is not available here'],
  ['map([1], compile)', 'compile is not available here'],
  ['[1, 2].resize([100000, 10000])', '.resize is not available here'],
  ['[1, 2]["resize"]([100000, 10000])', '.resize is not available here'],
  ['random()', 'random is not available here'],
  ['"a".constructor', 'No access to property "constructor"'],
  ['{}.constructor', 'No access to property "constructor"'],
  ['f(x)=x; f.constructor', 'No access to property "constructor"'],
  ['1 / 0', 'The result is not a finite number, as after a division by 0'],
  ['0 / 0', 'The result is not a finite number, as after a division by 0'],
  ['tan(pi/2)', 'The result cannot be determined: it hangs on digits beyond the 64th, or is infinite'],
  ['2 +', 'Unexpected end of expression (char 4)'],
  ['5 apples', 'Undefined symbol apples'],
  ['f(x) = x', 'There is no value: write an expression, or call the function that is defined'],
  ['# nothing', 'There is no value: write an expression, or call the function that is defined'],
  ['zeros(101, 100)', 'The result has more than 10000 elements'],
  [`${'('.repeat(990)}1${')'.repeat(990)}`, 'It is nested too deeply, or the result is too large'],
])('%s is refused: %s', (expression, message) => {
  expect(problem(expression)).toEqual([{ field: 'expression', message: `Expression: ${message}` }])
})

test('a refused expression leaves nothing behind', () => {
  problem('sqrt = 3; config({})')
  expect(run('sqrt(4)').value).toBe(2)
  run('e = 3')
  expect(run('e', 4).exact).toBe('2.718')
})

// NIST SP 811 (2008), Appendix B.8; NIST Handbook 44, Appendix C; SI Brochure, 9th edition, table 8.
test.each([
  ['1 tablespoon to ml', '14.78676478125 ml'],
  ['1 teaspoon to ml', '4.92892159375 ml'],
  ['1 acre to m^2', '4046.8564224 m^2'],
  ['1 mmHg to Pa', '133.322387415 Pa'],
  ['1 psi to Pa', '6894.7572931683613367226734453469 Pa'],
  ['1 hp to W', '745.69987158227022 W'],
  ['1 eV to J', '1.602176634e-19 J'],
  ['1 torr to Pa', '133.32236842105263157894736842105 Pa'],
  ['1 rd to ft', '16.5 ft'],
  ['1 kip to lbf', '1000 lbf'],
  ['(3 tablespoon + 1 cup) to floz', '9.5 floz'],
  ['1 keV to J', '1.602176634e-16 J'],
  ['68 degF to degC', '20 degC'],
])('%s is %s, with the factors of the standards', (expression, value) => {
  expect(run(expression).value).toBe(value)
})

test.each([
  [unitConverter, 'length', 'mi', 'm', '1 mile to m'],
  [unitConverter, 'mass', 'lb', 'g', '1 lb to g'],
  [unitConverter, 'mass', 'ton-us', 'kg', '1 ton to kg'],
  [unitConverter, 'volume', 'gal-us', 'l', '1 gallon to l'],
  [unitConverter, 'volume', 'pt-us', 'ml', '1 pint to ml'],
  [unitConverter, 'area', 'mi2', 'm2', '1 sqmi to m^2'],
  [engineeringUnits, 'pressure', 'psi', 'Pa', '1 psi to Pa'],
  [engineeringUnits, 'pressure', 'Torr', 'Pa', '1 torr to Pa'],
  [engineeringUnits, 'energy', 'btu-it', 'J', '1 BTU to J'],
  [engineeringUnits, 'power', 'hp', 'W', '1 hp to W'],
])('agrees with the converters: %#', (converter, category, from, to, expression) => {
  const outcome = runTool(converter, { category, from, to, value: 1 })
  expect(Number.parseFloat(String(run(expression).value))).toBe(outcome.ok && outcome.outputs.value)
})

const most = (name: string) => `${name} would need more than 100,000 elements, the most there may be`
test.each([
  ['zeros(10000, 10000)', most('zeros')],
  ['ones([1000, 1000])', most('ones')],
  ['identity(1000)', most('identity')],
  ['1:1e9', most('range')],
  ['sum(range(0, 1, 1e-9))', most('range')],
  ['range("1:1000000000")', most('range')],
  ['resize([1], [10000, 10000])', most('resize')],
  ['a = [1]; a[1000000000] = 1', most('index')],
  ['diag(zeros(5000))', most('diag')],
  ["[1:1000]' * [1:1000]", most('multiply')],
  ["[1:1000]' + [1:1000]", most('add')],
  ["map([1:1000]', [1:1000], f(x, y) = 1)", most('map')],
  ['map([1000000], zeros)', `Function map cannot apply callback arguments to function zeros: ${most('zeros')}`],
  ['kron(1:1000, 1:1000)', most('kron')],
  ['setPowerset(1:40)', most('setPowerset')],
  ['a = zeros(90000); [a, a]', most('matrix')],
  ['a = zeros(90000); concat(a, a)', most('concat')],
  [`${'zeros(100000);'.repeat(60)}1`, most('zeros')],
  ['factorial(1e9)', most('factorial')],
  ['1000000!', most('factorial')],
  ['bigint(10) ^ bigint(1000000000)', most('pow')],
  ['format(1e100000000, {notation: "fixed"})', most('format')],
])('%s is refused before it takes memory', (expression, message) => {
  const before = process.memoryUsage.rss()
  expect(problem(expression)).toEqual([{ field: 'expression', message: `Expression: ${message}` }])
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
})

test.each([
  ['sum(1:1000)', 500_500],
  ['map([4, 9], sqrt)', [2, 3]],
  ['map([3, 4], factorial)', [6, 24]],
  ['sum(zeros(100, 100) + 1)', 10_000],
  ['a = [1, 2]; a[3] = 5; a', [1, 2, 5]],
  ['170! / 169!', 170],
  ['filter([1, -2, 3], x > 0)', [1, 3]],
  ['dot((1:400), (1:400))', 21_413_400],
  ['format(1/3, 4)', '0.3333'],
])('%s is within the limits', (expression, value) => {
  expect(run(expression).value).toEqual(value)
})

// DLMF 4.17 and 4.23: the values at multiples of a right angle; Euler's identity.
test.each([
  ['cos(90 deg)', 0],
  ['cos(90°)', 0],
  ['sin(180 deg)', 0],
  ['tan(180 deg)', 0],
  ['sin(30 deg)', 0.5],
  ['10 N * cos(90 deg)', '0 N'],
  ['5 N * cos(pi/2)', '0 N'],
  ['(1/3 + 1/3 + 1/3) m - 1 m', '0 m'],
  ['e^(i*pi) + 1', 0],
  ['(1+i)^2 - 2i', 0],
  ['sqrt(-2)^2 + 2', 0],
  ['(0.1+0.2i)*3 - (0.3+0.6i)', 0],
  ['1e-20i * 3', '3e-20i'],
  ['gamma(0.5)^2 - pi', 0],
])('%s has no noise: %s', (expression, value) => {
  expect(run(expression).value).toEqual(value)
})

// Abramowitz and Stegun 23.2.14 and 23.2.15 (DLMF 25.6.2 and 25.6.3), 25.6.1; DLMF 5.4.6, 5.4.1; OEIS A059750 (zeta 1/2),
// A002117 (zeta 3). Those of gamma and ln gamma follow from gamma(n + 1/2) = (2n)!·√π/(4^n·n!), DLMF 5.5.1.
test.each([
  ['zeta(-9) + 1/132', 0],
  ['zeta(-7) - 1/240', 0],
  ['zeta(-5) + 1/252', 0],
  ['zeta(-4)', 0],
  ['zeta(-3) - 1/120', 0],
  ['zeta(-2)', 0],
  ['zeta(4) - pi^4/90', 0],
  ['lgamma(0.5) - log(pi)/2', 0],
  ['lgamma(10) - log(9!)', 0],
  ['lgamma(1000) - log(999!)', 0],
  ['gamma(100.5) / (200! * sqrt(pi) / (4^100 * 100!))', 1],
  ['gamma(171.5) / (342! * sqrt(pi) / (4^171 * 171!))', 1],
  ['gamma(-0.5) + 2 * sqrt(pi)', 0],
  ['gamma(-170.5) * gamma(171.5) - pi / sin(-170.5 * pi)', 0],
])('%s is %s to all digits', (expression, value) => {
  expect(run(expression).value).toBe(value)
})

test('zeta of fractions, to 60 digits', () => {
  const outputs = runTool(expressionEvaluator, { expression: 'zeta(0.5)', precision: 60 })
  expect(outputs).toMatchObject({
    outputs: { exact: '-1.46035450880958681288949915251529801246722933101258149054289' },
  })
  const three = runTool(expressionEvaluator, { expression: 'zeta(3)', precision: 60 })
  expect(three).toMatchObject({ outputs: { exact: '1.20205690315959428539973816151144999076498629234049888179227' } })
})

test.each([
  ['√16', 4],
  ['√ 16 + 1', 5],
  ['x = 9; √x', 3],
  ['√(16)', 4],
  ['√.25', 0.5],
  ['√1.6e1', 4],
  ['gamma(100000.5) / gamma(99999.5)', 99_999.5],
  ['1 chain to m', '20.1168 m'],
  // NIST SP 811, table 3: the coulomb is a unit. The constant of Coulomb’s law has a name of its own.
  ['5 coulomb to C', '5 C'],
  ['coulombConstant', '8987551792.261171 (N m^2) / C^2'],
  // NIST SP 811, table 6: the symbol of the minute is min.
  ['90 min to h', '1.5 h'],
  ['300 s to min', '5 minute'],
  ['60 L/min to L/s', '1 L / s'],
  ['30 sec + 1 min', '90 second'],
  ['min(3, 2) + sec (0) + max(1, min(4, 5))', 7],
  ['apply([3, 1; 2, 5], 2, min)', [1, 2]],
  ['min = 3; min^2 + sqrt(4 min + 4)', 13],
  ['x = {min: 2}; x.min', 2],
])('%s is read', (expression, value) => {
  expect(run(expression).value).toEqual(value)
})

test('what lup gives holds values alone', () => {
  expect(run('lup([1, 2; 3, 4])').value).toEqual({
    L: [
      [1, 0],
      [1 / 3, 1],
    ],
    U: [
      [3, 4],
      [0, 2 / 3],
    ],
    p: [1, 0],
  })
})

test.each([
  ['zeta(-20000)', 'zeta takes numbers from −10,000 on'],
  ['gamma(1e15 + 0.5)', 'gamma takes numbers up to 10^15'],
  ['zeta(1)', 'The result is not a finite number, as after a division by 0'],
  ['round(123.456, -1)', 'An argument is not one that its function takes'],
])('%s says why not: %s', (expression, message) => {
  expect(runTool(expressionEvaluator, { expression })).toMatchObject({
    error: { details: [{ field: 'expression', message: expect.stringContaining(message) }] },
  })
})

test('next to a whole number gamma has its own digits', () => {
  const { exact } = run('gamma(5 + 1e-23) - 24', 5)
  // The derivative of gamma at 5 is 24·(25/12 − Euler’s constant): DLMF 5.4.14 and OEIS A001620.
  expect(exact).toBe('3.6147e-22')
})
