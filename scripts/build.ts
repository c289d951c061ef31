import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { step } from '#src/server/progress.ts'
import { drawIcons } from './lib/draw-icons.ts'
import { runCommand } from './lib/run-command.ts'
import { buildStamp, hashSources, isBuilt } from './lib/web-sources.ts'

const COMPRESSIBLE = /\.(js|css|svg|json|html|wasm|txt|webmanifest)$/
const SMALLEST = 1024
/** The best, 11, makes files smaller by 1.9 % and takes twice as long: four seconds of a first start. */
const BROTLI_QUALITY = 10

/** The reason is what the failing command says. */
class BuildError extends Error {}

if (!process.argv.includes('--if-changed') || !isBuilt()) {
  await build().catch((error) => {
    if (!(error instanceof BuildError)) throw error
    console.error(`${error.message}\nThe build failed: its reason is above.`)
    process.exitCode = 1
  })
}

async function build(): Promise<void> {
  const sources = hashSources()
  await rm(buildStamp, { force: true })
  await step('Building the web part', () => run('node_modules/@react-router/dev/bin.cjs', 'build'))
  await step('Building the sandbox runner', () =>
    run('node_modules/vite/bin/vite.js', 'build', '--config', 'vite.runner.config.ts'),
  )
  await step('Building the service worker', () =>
    run('node_modules/vite/bin/vite.js', 'build', '--config', 'vite.service-worker.config.ts'),
  )
  await step('Listing the tools', () => listTools())
  await step('Drawing icons', () => drawIcons('public/favicon.svg', 'build/client/icons'))
  await step('Compressing', () => compressAll('build/client'))
  await writeFile(buildStamp, sources)
}

/** Loaded only now: most starts find everything built. */
async function listTools(): Promise<void> {
  const { writeListedTools } = await import('#src/features/catalog/listed-tools.server.ts')
  await writeListedTools()
}

async function run(...command: string[]): Promise<void> {
  const { passed, output } = await runCommand([process.execPath, ...command], { NODE_ENV: 'production' })
  if (!passed) throw new BuildError(output.trim())
}

/** Puts a brotli and a gzip copy beside each text file, so that the server never compresses while somebody waits. */
async function compressAll(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
}
