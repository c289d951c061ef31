import { readFileSync, writeFileSync } from 'node:fs'
import { type Ceilings, ceilingsAfter, type Figure, measure, type Source, tooLarge } from './house/sizes.ts'
import { sourceFiles } from './house/source-files.ts'

/** usage: node scripts/check-sizes.ts [--update]: `--update` lowers the ceilings to what the code has reached. */
const BASELINE = 'scripts/size-baseline.json'
const GENERATED = new Set(['db/types.ts'])

const sources = (): Source[] =>
  sourceFiles('.')
    .filter((path) => !GENERATED.has(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const line = ({ label, value, ceiling, limit }: Figure) =>
  `${label.padEnd(28)} ${value} (ceiling ${ceiling}, limit ${limit})`

const ceilings: Ceilings = JSON.parse(readFileSync(BASELINE, 'utf8'))
const figures = measure(sources(), ceilings)
for (const figure of figures) console.log(line(figure))

const failures = tooLarge(figures)
for (const { label, value, ceiling, worst, advice } of failures)
  console.error(
    `\n${label}: ${value} is over the ceiling of ${ceiling}. ${advice}\n${worst.map((at) => `  ${at}`).join('\n')}`,
  )

if (failures.length > 0) process.exitCode = 1
else if (process.argv.includes('--update'))
  writeFileSync(BASELINE, `${JSON.stringify(ceilingsAfter(figures), null, 2)}\n`)
