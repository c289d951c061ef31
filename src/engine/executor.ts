import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { executorId, isKnownDead } from './decide/executor-identity.ts'

/** Processes are told apart inside one process namespace of one host; containers may share a host name. */
function place(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** When a process began, in ticks since the machine did; null when there is none. Without /proc only whether it lives. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, field 2, may hold blanks and brackets; the start is field 22.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
  } catch {
    return process.platform === 'linux' ? null : startWithoutProc(pid)
  }
}

function startWithoutProc(pid: number): string | null {
  try {
    process.kill(pid, 0)
    return 'unknown'
  } catch {
    return null
  }
}

const HERE = place()

/** A name that no other process has had or will have. */
export const newExecutorId = (): string =>
  executorId({
    place: HERE,
    pid: process.pid,
    startedAt: startOf(process.pid) ?? 'unknown',
    nonce: randomBytes(6).toString('hex'),
  })

/** Tells the other processes that this one lives. */
export async function beat(pool: Pool, id: string, applicationVersion: string): Promise<void> {
  await pool.query({
    name: 'engine-beat',
    text: `insert into executor (id, application_version) values ($1, $2)
      on conflict (id) do update set heartbeat_at = now()`,
    values: [id, applicationVersion],
  })
}

export const signOff = async (pool: Pool, id: string): Promise<void> => {
  await pool.query(
    `with places as (delete from account_place where executor_id = $1) delete from executor where id = $1`,
    [id],
  )
}

/**
 * True of an executor that is certainly gone or has signed off, and of one whose last sign of life is older than that;
 * null: no sign of life says anything.
 */
export async function isGone(pool: Pool, id: string, deadAfterMs: number | null): Promise<boolean> {
  if (isKnownDead(id, HERE, startOf)) return true
  const { rows } = await pool.query<{ is_old: boolean | null }>({
    name: 'engine-executor',
    text: 'select heartbeat_at < now() - make_interval(secs => $2::float8 / 1000) as is_old from executor where id = $1',
    values: [id, deadAfterMs],
  })
  return rows[0] === undefined || rows[0].is_old === true
}

/** Executors that are certainly gone, without waiting for their heartbeat to grow old. */
export async function knownDead(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({ name: 'engine-executors', text: 'select id from executor' })
  return rows.map(({ id }) => id).filter((id) => isKnownDead(id, HERE, startOf))
}
