// Runs on the Node that the machine has (20.19 or newer); everything after it runs on Node 24.
import './lib/node-version.mjs'
import { resolve } from 'node:path'
import { installPackages } from './lib/install.mjs'
import { become, findNode24 } from './lib/node24.mjs'
import { launch } from './lib/step.mjs'

process.chdir(resolve(import.meta.dirname, '..'))

await launch(async () => {
  await installPackages()
  become(findNode24(), ['--import=./scripts/lib/follow-parent.mjs', 'scripts/test.ts', ...process.argv.slice(2)])
})
