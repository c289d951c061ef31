import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ceilings, ceilingsAfter, type Figure, measure, type Source, tooLarge } from './house/sizes.ts'

/** usage: node scripts/check-sizes.ts [--update]: `--update` lowers the ceilings to what the code has reached. */
const BASELINE = 'scripts/size-baseline.json'
const GENERATED = new Set(['db/types.ts'])

async function sources(): Promise<Source[]> {
  const files: Source[] = []
  for await (const found of glob('{src,db,scripts,bench,e2e}/**/*.{ts,tsx,mjs}')) {
    const path = found.replaceAll('\\', '/')
    if (!GENERATED.has(path)) files.push({ path, text: readFileSync(join(process.cwd(), found), 'utf8') })
  }
  return files
}

const line = ({ label, value, ceiling, limit }: Figure) =>
  `${label.padEnd(28)} ${value} (ceiling ${ceiling}, limit ${limit})`

const ceilings: Ceilings = JSON.parse(readFileSync(BASELINE, 'utf8'))
const figures = measure(await sources(), ceilings)
for (const figure of figures) console.log(line(figure))

const failures = tooLarge(figures)
for (const { label, value, ceiling, worst, advice } of failures)
  console.error(
    `\n${label}: ${value} is over the ceiling of ${ceiling}. ${advice}\n${worst.map((at) => `  ${at}`).join('\n')}`,
  )

if (failures.length > 0) process.exitCode = 1
else if (process.argv.includes('--update'))
  writeFileSync(BASELINE, `${JSON.stringify(ceilingsAfter(figures), null, 2)}\n`)
