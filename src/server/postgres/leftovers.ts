import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresProcessesIn } from './process-identity.ts'

/** Start of the name of each folder that holds our socket. */
export const SOCKET_FOLDER_PREFIX = 'fettle-pg-'

const ORDERLY_MS = 10_000

/**
 * Ends what an earlier run left behind when it was killed: a whole cluster without its application, or single
 * processes without their postmaster, which would keep the shared memory and so the next start from happening.
 */
export async function stopLeftovers(clusterDir: string, say: (line: string) => void): Promise<void> {
  const pidFile = readPidFile(clusterDir)
  const running = postgresProcessesIn(clusterDir)
  if (running.length > 0) {
    say(`A PostgreSQL of an earlier run (process ${running.join(', ')}) is still there and is stopped first.`)
    const postmaster = running.find((pid) => pid === pidFile?.pid)
    if (postmaster === undefined) for (const pid of running) signal(pid, 'SIGQUIT')
    else signal(postmaster, 'SIGINT')
    await waitUntilNone(clusterDir)
  }
  // Nobody works here any more, but the kernel may have given the old process id to somebody else.
  rmSync(pidFilePath(clusterDir), { force: true })
  if (pidFile !== undefined) removeSocketFolder(pidFile.socketFolder)
}

async function waitUntilNone(clusterDir: string): Promise<void> {
  const deadline = Date.now() + ORDERLY_MS
  for (let running = postgresProcessesIn(clusterDir); running.length > 0; running = postgresProcessesIn(clusterDir)) {
    if (Date.now() > deadline) for (const pid of running) signal(pid, 'SIGKILL')
    await sleep(20)
  }
}

/** Sends a signal to a process that may have ended in the meantime. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(SOCKET_FOLDER_PREFIX)) rmSync(folder, { recursive: true, force: true })
}

interface PidFile {
  pid: number
  socketFolder: string
  ready: boolean
}

const pidFilePath = (clusterDir: string): string => join(clusterDir, 'postmaster.pid')

/** What the postmaster says about itself: line 1 its process id, line 5 its socket folder, line 8 its state. */
export function readPidFile(clusterDir: string): PidFile | undefined {
  if (!existsSync(pidFilePath(clusterDir))) return undefined
  const lines = readFileSync(pidFilePath(clusterDir), 'utf8').split('\n')
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}
