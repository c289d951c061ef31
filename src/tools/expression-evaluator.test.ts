import { beforeAll, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { expressionEvaluator } from './expression-evaluator.tool.ts'

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
