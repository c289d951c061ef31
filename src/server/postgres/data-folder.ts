import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach, SYSTEM_FOLDER } from './account.ts'
import type { Binaries } from './binaries.ts'

/** The data folder cannot be used as it is; the message is one sentence. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}

/** Where the cluster of a data folder lives, or will live. */
export const clusterPath = (dataDir: string): string => join(dataDir, 'postgres')

export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new DataFolderError(`The data folder ${dataDir} cannot be made: ${reasonOf(error)}.`)
  }
}

interface ClusterOptions {
  dataDir: string
  binaries: Binaries
  account: Account | undefined
  /** False for throw-away clusters of tests. */
  durable: boolean
  say: (line: string) => void
}

/** The real path of the cluster; makes it on the first start. A crash in between leaves nothing half-made. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const path = clusterPath(options.dataDir)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
    await placeCluster(options, (folder) => initdb(folder, options))
  if (!existsSync(path)) throw new DataFolderError(`The database that ${path} points to is gone.`)
  checkMajorVersion(path, options.binaries.version)
  return realpathSync(path)
}

/** Makes the cluster of a data folder where its account can reach it; `fill` gets an empty folder. */
export async function placeCluster(
  { account, dataDir, say }: Pick<ClusterOptions, 'account' | 'dataDir' | 'say'>,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const path = clusterPath(dataDir)
  if (account === undefined || canReach(account, dataDir)) {
    const draft = `${path}.new`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft)
    await fill(draft)
    renameSync(draft, path)
    return
  }
  // The link is the only way in: whoever deletes the data folder starts afresh, as everywhere else.
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const elsewhere = mkdtempSync(join(SYSTEM_FOLDER, 'data-'))
  say(`${dataDir} is closed to the account that runs PostgreSQL, so the database lies in ${elsewhere}.`)
  await fill(elsewhere)
  symlinkSync(elsewhere, path)
}

async function initdb(folder: string, { account, binaries, durable }: ClusterOptions): Promise<void> {
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const options = ['-U', 'fettle', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']
  const sync = durable ? [] : ['--no-sync']
  const run = promisify(execFile)(binaries.initdb, ['-D', folder, ...options, ...sync], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
  })
  await run.catch((error) => {
    throw new DataFolderError(
      `PostgreSQL could not make a database in ${folder}: ${(error.stderr || String(error)).trim()}`,
    )
  })
}

function checkMajorVersion(path: string, version: string): void {
  const made = versionOf(path)
  const major = version.split('.')[0]
  if (made === major) return
  throw new DataFolderError(
    `The database in ${path} was made by PostgreSQL ${made}, this is ${version}: dump it with the old version and load it into a new data folder.`,
  )
}

function versionOf(path: string): string {
  try {
    return readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new DataFolderError(`The database in ${path} cannot be read by this account: ${reasonOf(error)}.`)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
