import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account that runs PostgreSQL, which refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

const NOBODY: Account = { uid: 65534, gid: 65534 }

/** Folder for what PostgreSQL must reach when the project lies in a home that is closed to its account. */
export const SYSTEM_FOLDER = '/var/lib/fettle'

/** Undefined: PostgreSQL runs as ourselves. For root: as the owner of its data, or as nobody at first. */
export function postgresAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (!existsSync(clusterDir)) return NOBODY
  const { uid, gid } = statSync(clusterDir)
  return uid === 0 ? NOBODY : { uid, gid }
}

/** True when each folder on the way to the path lets the account through. */
export function canReach({ uid, gid }: Account, path: string): boolean {
  const { mode, uid: owner, gid: group } = statSync(path)
  const shift = owner === uid ? 6 : group === gid ? 3 : 0
  const mayEnter = ((mode >> shift) & 1) === 1
  const parent = dirname(path)
  return mayEnter && (parent === path || canReach({ uid, gid }, parent))
}
