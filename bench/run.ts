import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { removeApps, removeFolders } from '../e2e/support/app-process.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { startBenchApp } from './bench-app.ts'
import { browsingBench } from './browsing.ts'
import { builderBench } from './builder.ts'
import { editorBench, stepPanelBench } from './editor.ts'
import { editorAnswersBench } from './editor-answers.ts'
import { executionsBench } from './executions.ts'
import { fairnessBench } from './fairness.ts'
import type { Figure } from './figures.ts'
import { interactionBench } from './interaction.ts'
import { jobBench } from './jobs.ts'
import { loginBench } from './logins.ts'
import { loopBench } from './loops.ts'
import { thisMachine } from './machine.ts'
import { memoryBench } from './memory.ts'
import { payloadBench } from './payloads.ts'
import { queueBench } from './queue.ts'
import { hostileMixBench, sandboxBench } from './sandbox.ts'
import { millionBench, searchBench } from './search.ts'
import { SHAPE_NAMES, shapeBench } from './shapes.ts'
import { startBench } from './starts.ts'
import { toldStepsBench } from './told-steps.ts'
import { toolBench } from './tools.ts'
import { waitBench } from './waits.ts'
import { workflowListBench } from './workflow-lists.ts'
import { startCallTarget, workflowBench } from './workflows.ts'

// `npm run bench` measures everything and writes bench/results; `npm run bench -- tools search` only those; each shape
// of shapes.ts has a name of its own, as in `npm run bench -- http-three-calls`. What takes minutes is measured only when
// it is named: `search-million`, `executions-million`, `queue-million`, `jobs`, `fairness`, `payloads` and `waits`. What
// is named is written down, too, with `--write`.
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const results = join(import.meta.dirname, 'results')

function print(figures: readonly Figure[]): void {
  for (const { name, value, unit, target } of figures)
    console.log(
      `${name.padEnd(64)} ${String(value).padStart(9)} ${unit.padEnd(7)} ${target === undefined ? '' : `(${target})`}`,
    )
}

const machine = thisMachine()
console.log(
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, 100 MB hashed in ${machine.hashMs} ms, Node ${machine.node}, commit ${machine.commit}\n`,
)
const figures: Figure[] = []
const measure = async (name: string, work: () => Promise<Figure[]>) => {
  if (!isWanted(name)) return
  const measured = await work()
  print(measured)
  figures.push(...measured)
}

// Before minutes of measuring, rather than after them.
await ensureChromium()
await measure('starts', startBench)
// Minutes of seeding: only when it is asked for by name.
if (wanted.includes('queue-million')) await measure('queue-million', () => queueBench())
// With an engine of its own.
if (wanted.includes('jobs')) await measure('jobs', jobBench)
// A quarter of an hour, with an app of its own.
if (wanted.includes('payloads')) await measure('payloads', payloadBench)
await measure('loops', loopBench)
const target = await startCallTarget()
const app = await startBenchApp({ EGRESS_ALLOW: target.host, TRUST_PROXY: 'true' })
try {
  await measure('workflows', () => workflowBench(app, target))
  for (const name of SHAPE_NAMES) await measure(name, () => shapeBench(app, target, name))
  await measure('tools', () => toolBench(app))
  await measure('sandbox', () => sandboxBench())
  await measure('hostile', () => hostileMixBench())
  await measure('logins', () => loginBench(app))
  await measure('interaction', () => interactionBench(app))
  await measure('browsing', () => browsingBench(app))
  await measure('builder', () => builderBench(app))
  await measure('editor', () => editorBench(app))
  await measure('editor-answers', () => editorAnswersBench(app))
  await measure('told-steps', () => toldStepsBench(app))
  await measure('step-panel', () => stepPanelBench(app))
  await measure('workflow-lists', () => workflowListBench(app))
  await measure('search', () => searchBench(app.process))
  // Minutes of seeding: only when it is asked for by name.
  if (wanted.includes('search-million')) await measure('search-million', millionBench)
  if (wanted.includes('executions-million')) await measure('executions-million', executionsBench)
  if (wanted.includes('fairness')) await measure('fairness', fairnessBench)
  if (wanted.includes('waits')) await measure('waits', () => waitBench(app))
  await measure('memory', () => memoryBench(app))
} finally {
  await app.process.stop()
  await removeApps()
  removeFolders()
  await target.stop()
}
if (wanted.length === 0 || options.write) {
  mkdirSync(results, { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  const name = [...(wanted[0] === undefined ? [] : [wanted[0]]), day, machine.commit.replace('+', '-changed')].join('-')
  const file = join(results, `${name}.json`)
  writeFileSync(file, `${JSON.stringify({ day, machine, figures }, undefined, 2)}\n`)
  console.log(`\nWritten to ${file}`)
}
