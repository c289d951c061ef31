import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const PROJECT = path.resolve(import.meta.dirname, '../..')
const CONFIG = path.join(PROJECT, 'vite.runner.config.ts')

/** The runner as production builds it; built again only when its sources changed. */
export async function testBundle(): Promise<string> {
  const folder = path.join(PROJECT, 'node_modules/.cache/sandbox')
  const dir = path.join(folder, await sourcesHash())
  if (await holdsBundle(dir)) return dir
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(`${dir}-`)
  await chmod(draft, 0o755)
  await build({ configFile: CONFIG, logLevel: 'error', build: { outDir: draft, emptyOutDir: true } })
  // Another test file may have been faster; its bundle is as good.
  await rename(draft, dir).catch(() => rm(draft, { recursive: true }))
  return dir
}

const holdsBundle = (dir: string): Promise<boolean> =>
  readdir(dir).then(
    (names) => names.includes('quickjs.wasm'),
    () => false,
  )

async function sourcesHash(): Promise<string> {
  const files = [CONFIG, path.join(PROJECT, 'package-lock.json'), ...(await sources())]
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

/** All that the runner may be made of. */
async function sources(): Promise<string[]> {
  const folders = ['src/sandbox', 'src/sdk', 'src/lib'].map((name) => path.join(PROJECT, name))
  const entries = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  return entries
    .flat()
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted((a, b) => a.localeCompare(b))
}
