import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, isAlive, type ProcessIdentity } from './process-identity.ts'

/** A second start on a data folder that is in use; the message is one sentence for the person who started it. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
}

export interface Lock {
  release(): void
}

const lockPath = (dataDir: string): string => join(dataDir, 'fettle.lock')

/** True while the process that took the data folder lives. */
export function isLocked(dataDir: string): boolean {
  const owner = readOwner(lockPath(dataDir))
  return owner !== undefined && isAlive(owner)
}

/** Takes the data folder for this process, also when the last owner died without giving it back. */
export function lockDataDir(dataDir: string): Lock {
  const path = lockPath(dataDir)
  const mine = identityOf(process.pid)
  if (mine === undefined) throw new Error('This process cannot read its own start time.')
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    if (!claim(draft, path)) takeOver(draft, path, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return { release: () => releaseIfMine(path, mine) }
}

/** A hard link is made in one step, and only if nobody was first. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function takeOver(draft: string, path: string, dataDir: string): void {
  const seen = readOwner(path)
  if (seen !== undefined && isAlive(seen)) throw inUse(dataDir, seen)
  const aside = `${draft}.stale`
  renameSync(path, aside)
  const moved = readOwner(aside)
  // Between our look and our move another start may have taken the stale lock over: give it back.
  if (moved !== undefined && isAlive(moved)) {
    claim(aside, path)
    rmSync(aside)
    throw inUse(dataDir, moved)
  }
  rmSync(aside)
  if (!claim(draft, path)) throw inUse(dataDir, readOwner(path))
}

function inUse(dataDir: string, owner: ProcessIdentity | undefined): DataDirInUseError {
  const who = owner === undefined ? 'Another process' : `Another Fettle (process ${owner.pid})`
  return new DataDirInUseError(
    `${who} already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  )
}

function readOwner(path: string): ProcessIdentity | undefined {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isIdentity(owner) ? owner : undefined
  } catch {
    return undefined
  }
}

const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'startedAt' in value &&
  typeof value.startedAt === 'string'

function releaseIfMine(path: string, mine: ProcessIdentity): void {
  const owner = readOwner(path)
  if (owner?.pid === mine.pid && owner.startedAt === mine.startedAt) rmSync(path, { force: true })
}
