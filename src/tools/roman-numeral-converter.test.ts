import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { romanNumeralConverter } from './roman-numeral-converter.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(romanNumeralConverter, input)
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// Wikipedia, Roman numerals, “Standard form”.
test.each([
  [1, 'I'],
  [4, 'IV'],
  [9, 'IX'],
  [39, 'XXXIX'],
  [40, 'XL'],
  [90, 'XC'],
  [160, 'CLX'],
  [207, 'CCVII'],
  [246, 'CCXLVI'],
  [400, 'CD'],
  [789, 'DCCLXXXIX'],
  [900, 'CM'],
  [1009, 'MIX'],
  [1066, 'MLXVI'],
  [1918, 'MCMXVIII'],
  [1944, 'MCMXLIV'],
  [2025, 'MMXXV'],
  [2421, 'MMCDXXI'],
])('%i is %s', (arabic, roman) => {
  expect(run({ arabic })).toMatchObject({ roman, arabic })
  expect(run({ roman })).toMatchObject({ roman, arabic })
})

test('every number comes back', () => {
  for (let arabic = 1; arabic <= 3999; arabic++) expect(run({ roman: run({ arabic }).roman })).toMatchObject({ arabic })
})

test('small letters and characters for whole numerals are read', () => {
  expect(run({ roman: ' mmxxv ' })).toMatchObject({ arabic: 2025 })
  expect(run({ roman: 'Ⅷ' })).toMatchObject({ arabic: 8, roman: 'VIII' })
})

test.each([
  ['IIII', 'Roman numeral must follow the subtractive rule: 4 is IV'],
  ['IC', 'Roman numeral must follow the subtractive rule: 99 is XCIX'],
  ['VX', 'Roman numeral must follow the subtractive rule: 5 is V'],
  ['ABC', 'Roman numeral must have only the letters I, V, X, L, C, D and M'],
  ['MMMM', 'Roman numeral must be a number from 1 to 3999'],
  [' ', 'Roman numeral must be a number from 1 to 3999'],
])('%s is refused', (roman, message) => {
  expect(run({ roman })).toEqual({ problems: [{ field: 'roman', message }] })
})

test.each([
  [{ arabic: 0 }, 'arabic'],
  [{ arabic: 4000 }, 'arabic'],
  [{ arabic: -5 }, 'arabic'],
  [{ arabic: 1.5 }, 'arabic'],
  [{}, 'arabic'],
  [{ arabic: 5, roman: 'V' }, 'roman'],
])('%j is refused', (input, field) => {
  expect(run(input)).toMatchObject({ problems: [{ field }] })
})
