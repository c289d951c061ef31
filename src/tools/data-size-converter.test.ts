import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { SIZES } from './data-size-converter/units.ts'
import { dataSizeConverter } from './data-size-converter.tool.ts'

const convert = (value: number, from: string, to: string, decimals?: number) => {
  const outcome = runTool(dataSizeConverter, { value, from, to, decimals })
  return outcome.ok ? outcome.outputs.value : outcome.error.details?.map(({ field }) => field)
}

// NIST, Prefixes for binary multiples, and the SI prefixes.
test.each([
  ['KiB', 'bit', 8192],
  ['MiB', 'B', 1_048_576],
  ['TiB', 'B', 1_099_511_627_776],
  ['PiB', 'B', 1_125_899_906_842_624],
  ['Kibit', 'bit', 1024],
  ['kbit', 'bit', 1000],
  ['kB', 'B', 1000],
  ['QB', 'B', 1e30],
  ['YiB', 'B', 2 ** 80],
  ['kB', 'KiB', 0.9765625],
  ['Mbit', 'kB', 125],
])('1 %s in %s is %d', (from, to, value) => {
  expect(convert(1, from, to)).toBe(value)
})

// omni-tools, byte converter tests.
test.each([
  ['GB', 'MiB', 2, 953.67],
  ['GB', 'MiB', 0, 954],
  ['GiB', 'MB', 2, 1073.74],
  ['TiB', 'GB', 2, 1099.51],
])('1 %s in %s to %i decimals is %d', (from, to, decimals, value) => {
  expect(convert(1, from, to, decimals)).toBe(value)
})

test('0.1 MB is 100 kB, not nearly', () => {
  expect(convert(0.1, 'MB', 'kB')).toBe(100)
})

test('names and unmistakable spellings are understood, others are refused', () => {
  expect(convert(1, 'megabytes', 'kib')).toBe(976.5625)
  expect(convert(8, 'b', 'B')).toBe(1)
  expect(convert(1, 'KB', 'B')).toBe(1000)
  expect(convert(1, 'mb', 'B')).toEqual(['from'])
  expect(convert(1, 'kb', 'B')).toEqual(['from'])
  expect(convert(-1, 'B', 'bit')).toEqual(['value'])
})

test('every code and every alias names one size', () => {
  const names = SIZES.flatMap(({ code, aliases }) => [...new Set([code, ...aliases])])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
