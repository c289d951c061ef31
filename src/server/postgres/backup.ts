import { constants } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  cp,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Account, postgresAccount } from './account.ts'
import { clusterPath, DataFolderError, ensureDataDir, placeCluster } from './data-folder.ts'
import { readPidFile } from './leftovers.ts'
import { lockDataDir } from './lock.ts'

/** What PostgreSQL makes anew at its start; its manual leaves these out of a base backup, too. */
const EMPTY_FOLDERS: ReadonlySet<string> = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init|pgsql_tmp.*)$/
const CONTROL_FILE = join('global', 'pg_control')
const WAL_SEGMENT = /^[0-9A-F]{24}$/

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** Copies a file that may go away meanwhile, and sees that it reaches the disk. */
async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const file = await open(to, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function copyFolder(root: string, target: string, inside = ''): Promise<void> {
  await mkdir(join(target, inside), { mode: 0o700 })
  if (EMPTY_FOLDERS.has(inside)) return
  for (const entry of await readdir(join(root, inside), { withFileTypes: true })) {
    const path = join(inside, entry.name)
    if (LEFT_OUT.test(entry.name) || path === CONTROL_FILE) continue
    if (entry.isDirectory()) await copyFolder(root, target, path)
    else if (entry.isFile()) await copyWhole(join(root, path), join(target, path))
  }
}

interface Label {
  readonly label: string
  /** Names of the first and last log file that belong to the copy. */
  readonly first: string
  readonly last: string
}

/** Copies a cluster that is at work; what changes meanwhile is made good from its log when the copy is started. */
async function copyCluster(client: Client, root: string, target: string): Promise<void> {
  // Keeps the log of the time between start and stop; goes with the connection.
  await client.query(`select pg_create_physical_replication_slot('fettle_backup_' || pg_backend_pid(), true, true)`)
  const { rows: started } = await client.query<{ first: string }>(
    `select pg_walfile_name(pg_backup_start('fettle', fast => true)) as first`,
  )
  await copyFolder(root, target)
  await copyWhole(join(root, CONTROL_FILE), join(target, CONTROL_FILE))
  const { rows: stopped } = await client.query<Omit<Label, 'first'>>(
    `select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
  )
  const [{ first } = { first: '' }] = started
  const [{ last, label } = { last: '', label: '' }] = stopped
  await writeFile(join(target, 'backup_label'), label)
  await copyLog(root, target, { first, last })
}

async function copyLog(root: string, target: string, { first, last }: Omit<Label, 'label'>): Promise<void> {
  const names = (await readdir(join(root, 'pg_wal'))).filter((name) => WAL_SEGMENT.test(name))
  const needed = names.filter((name) => name >= first && name <= last).sort()
  if (needed[0] !== first) throw new Error(`The log file ${first} is gone, so the copy would not be whole.`)
  for (const name of needed) await copyWhole(join(root, 'pg_wal', name), join(target, 'pg_wal', name))
}

/** The server that has this data folder; undefined while it rests. */
async function connectTo(clusterDir: string): Promise<Client | undefined> {
  const state = readPidFile(clusterDir)
  if (state?.ready !== true) return undefined
  const client = new Client({ host: state.socketFolder, user: 'fettle', database: 'postgres' })
  try {
    await client.connect()
    return client
  } catch (error) {
    // The file of a server that was killed.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ECONNREFUSED')) return undefined
    throw error
  }
}

async function assertNothingAt(path: string): Promise<void> {
  const known = await lstat(path).catch(() => undefined)
  if (known !== undefined) throw new DataFolderError(`There is something at ${path} already.`)
}

/**
 * Copies the database of a data folder whose Fettle is running into a new folder, as it stands when this is done. Until
 * then the folder has another name, so half a backup is never taken for a whole one. False when no server is running.
 */
export async function backUp({ dataDir, target }: { dataDir: string; target: string }): Promise<boolean> {
  await assertNothingAt(target)
  const root = await realpath(clusterPath(dataDir)).catch(() => {
    throw new DataFolderError(`There is no database in ${dataDir}.`)
  })
  const client = await connectTo(root)
  if (client === undefined) return false
  const draft = `${target}.part`
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    await copyCluster(client, root, clusterPath(draft))
    await rename(draft, target)
    return true
  } finally {
    await client.end()
  }
}

/** Gives the copy to the account that runs PostgreSQL, which takes a folder only if nobody else may read it. */
async function handOver(folder: string, account: Account | undefined): Promise<void> {
  await chmod(folder, 0o700)
  if (account === undefined) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
}

/** Puts a backup where a data folder has its database. The next start makes good what changed while it was made. */
export async function restore({ source, dataDir, say }: Restoring): Promise<void> {
  const from = clusterPath(source)
  if ((await lstat(join(from, 'backup_label')).catch(() => undefined)) === undefined)
    throw new DataFolderError(`There is no backup in ${source}.`)
  ensureDataDir(dataDir)
  const lock = lockDataDir(dataDir)
  try {
    await assertNothingAt(clusterPath(dataDir))
    const account = postgresAccount(clusterPath(dataDir))
    await placeCluster({ account, dataDir, say }, async (folder) => {
      await cp(from, folder, { recursive: true })
      await handOver(folder, account)
    })
  } finally {
    lock.release()
  }
}

interface Restoring {
  readonly source: string
  readonly dataDir: string
  readonly say: (line: string) => void
}
