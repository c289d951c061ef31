import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process id alone is reused by the kernel; together with the start time it names one process for ever. */
export interface ProcessIdentity {
  pid: number
  startedAt: string
}

const onLinux = process.platform === 'linux'

/** The identity of a living process, or undefined when there is none with this id. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = onLinux ? startTimeFromProc(pid) : startTimeFromPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identityOf(pid)?.startedAt === startedAt
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    if (state === 'Z' || state === 'X') return undefined
    const ticksSinceBoot = fields[19]
    return `${bootId()}:${ticksSinceBoot}`
  } catch {
    return undefined
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** The processes of the PostgreSQL cluster in this folder: each of them works in its data folder. */
export function postgresProcessesIn(folder: string): number[] {
  return onLinux ? postgresFromProc(folder) : postgresFromPs(folder)
}

function postgresFromProc(folder: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && linkOf(entry, 'cwd') === folder)
    .filter((pid) => /\/postgres( \(deleted\))?$/.test(linkOf(pid, 'exe')))
    .map(Number)
}

function linkOf(pid: string, name: 'cwd' | 'exe'): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return ''
  }
}

function postgresFromPs(folder: string): number[] {
  return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`/postgres -D ${folder} `))
    .map((line) => Number.parseInt(line, 10))
}
