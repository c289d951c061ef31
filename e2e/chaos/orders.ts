import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../support/processes.ts'
import type { EndedRun } from './check-runs.ts'
import type { Fleet } from './fleet.ts'

export interface Accepted {
  readonly id: string
  readonly n: number
}

interface Answer {
  /** Of a webhook. */
  readonly executionId?: string
  /** Of the API. */
  readonly execution?: { readonly id: string }
}

/** Sends one order to whichever address; null when it was not accepted for certain. */
export async function sendOrder(
  url: string,
  order: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
  if (answer === undefined || !answer.ok) return null
  const body = (await answer.json().catch(() => undefined)) as Answer | undefined
  return body?.executionId ?? body?.execution?.id ?? answer.headers.get('x-execution-id')
}

const LIVE = `status in ('queued', 'running', 'waiting')`

/** Waits until no run is under way any more; false when that takes longer. */
export async function untilAllEnded(fleet: Fleet, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    const [row] = await fleet.query<{ live: number }>(`select count(*)::int as live from execution where ${LIVE}`)
    if (row?.live === 0) return true
    await sleep(250)
  }
  return false
}

/** All runs of one workflow, each with the number of its order; a form has it among its values, a failure in its words. */
export const runsOf = (fleet: Fleet, workflowId: string): Promise<EndedRun[]> =>
  fleet.query<EndedRun>(
    `select id, status, output, error, recoveries, segment,
        coalesce(input #>> '{body,n}', input #>> '{values,n}', input #>> '{execution,error,message}')::int as n
       from execution where workflow_id = $1`,
    [workflowId],
  )

/** Durable rows of no run, and runs of the queue without one; a direct run has one only if it waited or was taken over. */
export async function orphans(fleet: Fleet): Promise<string[]> {
  const rows = await fleet.query<{ id: string }>(
    `select workflow_uuid as id from dbos.workflow_status w where name = 'runGraph'
        and not exists (select from execution e where e.id::text = left(w.workflow_uuid, 36))
      union all select id::text from execution e where lane = 'queued'
        and not exists (select from dbos.workflow_status w where w.workflow_uuid like e.id || '%')`,
  )
  return rows.map(({ id }) => id)
}

export const untilReady = (fleet: Fleet): Promise<void> =>
  eventually('not every process is ready', () => fleet.members.every(({ isReady }) => isReady), 60_000)
