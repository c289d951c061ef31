import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  identityOf,
  isAlive,
  type ProcessIdentity,
  postgresProcessesIn,
} from '#src/server/postgres/process-identity.ts'

const pids = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))

function readProc(pid: string, name: 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function parentOf(pid: string): number {
  const stat = readProc(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** All living processes below one, however deep. */
export function descendantsOf(root: number): number[] {
  const parents = new Map(pids().map((pid) => [Number(pid), parentOf(pid)]))
  const found = [root]
  for (const ancestor of found) for (const [pid, parent] of parents) if (parent === ancestor) found.push(pid)
  return found.slice(1)
}

/** The processes that serve a data folder: whoever was started with it, and its PostgreSQL. */
export function processesOf(dataDir: string): number[] {
  const marked = pids().filter((pid) => readProc(pid, 'environ').split('\0').includes(`DATA_DIR=${dataDir}`))
  const cluster = join(dataDir, 'postgres')
  const database = existsSync(cluster) ? postgresProcessesIn(realpathSync(cluster)) : []
  return [...new Set([...marked.map(Number), ...database])]
}

export const identitiesOf = (ids: readonly number[]): ProcessIdentity[] =>
  ids.map(identityOf).filter((identity) => identity !== undefined)

/** Waits for something to become true; throws with its description when it does not. */
export async function eventually(description: string, happened: () => boolean, limitMs = 10_000): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!happened()) {
    if (performance.now() > deadline) throw new Error(`After ${limitMs} ms: ${description}`)
    await sleep(20)
  }
}

/** Waits until none of the processes is left. */
export const allEnded = (processes: readonly ProcessIdentity[], limitMs?: number): Promise<void> =>
  eventually(
    `processes ${processes.filter(isAlive).map(({ pid }) => pid)} still run`,
    () => !processes.some(isAlive),
    limitMs,
  )
