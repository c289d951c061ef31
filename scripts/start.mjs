// Runs on the Node that the machine has (20.19 or newer); everything after it runs on Node 24.
import './lib/node-version.mjs'
import { resolve } from 'node:path'
import { installPackages } from './lib/install.mjs'
import { become, findNode24, runToEnd } from './lib/node24.mjs'
import { launch } from './lib/step.mjs'

process.chdir(resolve(import.meta.dirname, '..'))
// What Node makes of the sources is a third of the work of a start; the next one finds it there.
process.env.NODE_COMPILE_CACHE ||= resolve('node_modules/.cache/compiled')

await launch(async () => {
  await installPackages()
  const node = findNode24()
  runToEnd(node, ['scripts/prepare-start.ts', '--if-changed'])
  become(node, [
    // Without these, Node keeps twice the memory for the same work.
    '--max-semi-space-size=16',
    '--max-old-space-size=256',
    '--disable-warning=ExperimentalWarning',
    '--import=./scripts/lib/follow-parent.mjs',
    'src/app/main.ts',
    ...process.argv.slice(2),
  ])
})
