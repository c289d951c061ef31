import { expect, test } from 'vitest'
import { type Ceilings, ceilingsAfter, type FigureName, measure, percentile, type Source, tooLarge } from './sizes.ts'

const LIMITS: Ceilings = {
  fileP90: 240,
  fileMax: 400,
  functionP90: 40,
  functionMax: 80,
  componentMax: 120,
  depth: 4,
  anyPerThousandLines: 0.5,
}
const lines = (count: number) => 'work()\n'.repeat(count)
const named = (name: string, length: number) => `export function ${name}() {\n${lines(length - 2)}}\n`
const failuresOf = (source: Source, ceilings = LIMITS) =>
  tooLarge(measure([source], ceilings)).map(({ name, worst }) => ({ name, worst }))
const names = (source: Source) => failuresOf(source).map(({ name }) => name)

test('nearest rank: of 1 to 10, nine are not above 9', () => {
  expect(percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0.9)).toBe(9)
  expect(percentile([], 0.9)).toBe(0)
})

test.each<[string, Source, readonly FigureName[]]>([
  ['240 lines pass', { path: 'src/lib/a.ts', text: lines(240) }, []],
  ['241 lines are over the p90', { path: 'src/lib/a.ts', text: lines(241) }, ['fileP90']],
  ['401 lines are over the cap', { path: 'src/lib/a.ts', text: lines(401) }, ['fileP90', 'fileMax']],
  ['tests have the cap too', { path: 'src/lib/a.test.ts', text: lines(401) }, ['fileP90', 'fileMax']],
  ['a function of 40', { path: 'src/lib/a.ts', text: named('f', 40) }, []],
  ['a function of 81', { path: 'src/lib/a.ts', text: named('f', 81) }, ['functionP90', 'functionMax']],
  ['a component of 81 is over the p90 only', { path: 'src/ui/a.tsx', text: named('Card', 81) }, ['functionP90']],
  ['a component of 121', { path: 'src/ui/a.tsx', text: named('Card', 121) }, ['functionP90', 'componentMax']],
  ['functions of tests are not counted', { path: 'src/lib/a.test.ts', text: named('f', 121) }, []],
  ['four folders', { path: 'src/a/b/c/d/e.ts', text: '' }, []],
  ['five folders', { path: 'src/a/b/c/d/e/f.ts', text: '' }, ['depth']],
  ['one any in 200 lines', { path: 'src/a.test.ts', text: `let a: any\n${lines(199)}` }, ['anyPerThousandLines']],
  ['the word any in a text', { path: 'src/a.ts', text: "const a = 'any' // any\n" }, []],
])('%s', (_title, source, expected) => {
  expect(names(source)).toEqual(expected)
})

test('a failure names file, line and function', () => {
  const source = { path: 'src/ui/a.tsx', text: `\nexport const Card = memo(() => {\n${lines(119)}})\n` }
  expect(failuresOf(source)).toContainEqual({ name: 'componentMax', worst: ['121 src/ui/a.tsx:2 Card'] })
})

test('a ceiling goes down to the next step above the code and never up', () => {
  const source = { path: 'src/lib/a.ts', text: lines(130) }
  const lower = ceilingsAfter(measure([source], LIMITS))
  expect(lower).toEqual({
    fileP90: 144,
    fileMax: 160,
    functionP90: 2,
    functionMax: 4,
    componentMax: 6,
    depth: 1,
    anyPerThousandLines: 0,
  })
  const larger = { path: 'src/lib/a.ts', text: lines(150) }
  expect(failuresOf(larger, lower).map(({ name }) => name)).toEqual(['fileP90'])
  expect(ceilingsAfter(measure([larger], lower)).fileP90).toBe(144)
})

test('a baseline above the limit does not lift the limit', () => {
  expect(failuresOf({ path: 'src/lib/a.ts', text: lines(401) }, { ...LIMITS, fileMax: 1000 })).toContainEqual({
    name: 'fileMax',
    worst: ['401 src/lib/a.ts'],
  })
})
