import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './app-process.ts'

const PROJECT = join(import.meta.dirname, '../..')
const LINKED = new Set(['node_modules', 'data', '.git', 'build'])
const NEXT = 'assets/next/'

/**
 * A folder with the release that follows this one: every file of the browser's part has another name, and the version
 * of the pages is another one. Building it would take half a minute, and say nothing more.
 */
export function makeNextRelease(): string {
  const folder = temporaryFolder()
  for (const entry of readdirSync(PROJECT))
    if (!LINKED.has(entry)) cpSync(join(PROJECT, entry), join(folder, entry), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(PROJECT, 'build'), join(folder, 'build'), { recursive: true })
  renameFiles(join(folder, 'build'))
  return folder
}

function renameFiles(build: string): void {
  for (const packed of globSync('client/**/*.{br,gz}', { cwd: build })) rmSync(join(build, packed))
  const version = /manifest-([\da-f]+)\.js$/.exec(globSync('client/assets/manifest-*.js', { cwd: build })[0] ?? '')?.[1]
  if (version === undefined) throw new Error('The build has no version')
  renameSync(join(build, 'client/assets'), join(build, 'moved'))
  mkdirSync(join(build, 'client/assets'))
  renameSync(join(build, 'moved'), join(build, 'client', NEXT))
  for (const file of globSync(['client/**/*.{js,css}', 'server/**/*.js'], { cwd: build })) {
    // What the server's own files import of each other begins with a dot.
    const text = readFileSync(join(build, file), 'utf8').replace(/(["'`(]\/?)assets\//g, `$1${NEXT}`)
    writeFileSync(join(build, file), text.replaceAll(version, 'the-next-one'))
  }
}
