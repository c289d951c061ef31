import { isDeepStrictEqual } from 'node:util'
import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from '#src/lib/ids.ts'
import type { LiveRunStatus } from '#src/lib/run-status.ts'
import { insertCheckpoints } from './checkpoints.queries.ts'
import { claimRun } from './claim.queries.ts'
import { NEVER, type Schedule } from './dbos.ts'
import { durableId } from './durable-id.ts'
import { chainOf, type Owned, requestFor, silentLog } from './engine-fixture.ts'
import { signOff } from './executor.ts'
import { inTransaction } from './in-transaction.ts'
import { type LiveRuns, liveRun } from './live-runs.ts'
import type { Plan } from './plan.ts'
import { giveRoom, putBack, waitForRoom } from './room.queries.ts'
import type { Claim, Owner, State, Tables } from './run-model-fixture.ts'
import { closeRuns, holdRun, insertQueued, insertRunning, requestCancel } from './runs.queries.ts'
import { endRuns } from './sweep.queries.ts'
import { createSweep } from './sweep.ts'
import { beginWait, endOfWait, endWait, markWaiting } from './wait.queries.ts'

const PLACE = 'n_pause:0'
const DEAD_AFTER_MS = 60_000

/** What the engine's statements use of the library's tables. */
export const LIBRARY_TABLES = `create schema if not exists dbos;
  create table dbos.workflow_status (workflow_uuid text primary key, status text, name text, executor_id text,
    queue_name text, queue_partition_key text, application_version text, owner_xid text, recovery_attempts bigint, error text,
    started_at_epoch_ms bigint, delay_until_epoch_ms bigint, completed_at bigint, updated_at bigint);
  create table dbos.operation_outputs (workflow_uuid text, function_name text, output text)`

class GoesOn extends Error {}
class Lost extends Error {}

/** The same as the model, by the statements of the engine on real rows. What the library does is done as it does it. */
export class RunRows implements Tables {
  readonly #pool: Pool
  readonly #owned: Owned
  readonly #id = uuidv7()
  readonly #graph = chainOf([{ key: 'start', type: 'webhook' }])
  readonly #sweeps = new Map<string, { readonly live: LiveRuns; sweep(): Promise<void> }>()
  /** Runs of different tests share the table of executors. */
  readonly #prefix = `${uuidv7()} `

  constructor(pool: Pool, owned: Owned) {
    this.#pool = pool
    this.#owned = owned
  }

  #request = () => requestFor(this.#owned, this.#graph, 'direct', { version: 1 })
  #facts = () => ({ id: this.#id, ownerId: this.#owned.ownerId, startedAt: new Date().toISOString(), payload: null })
  #name = (executor: string): string => this.#prefix + executor
  readonly #schedule: Schedule = async (transaction, { durableId: name, dueAt }) => {
    await transaction.query(
      `insert into dbos.workflow_status (workflow_uuid, status, name) values ($1, $2, 'runGraph')
       on conflict (workflow_uuid) do nothing`,
      [name, dueAt === undefined ? 'ENQUEUED' : 'DELAYED'],
    )
  }
  async #durable(text: string, values: unknown[]): Promise<boolean> {
    const { rowCount } = await this.#pool.query(`update dbos.workflow_status set ${text}`, values)
    return rowCount === 1
  }
  async #segment(): Promise<number> {
    const { rows } = await this.#pool.query('select segment from execution where id = $1', [this.#id])
    return rows[0].segment
  }

  async insertRunning(executor: string): Promise<void> {
    await insertRunning(this.#pool, [{ facts: this.#facts(), request: this.#request() }], this.#name(executor))
  }
  async insertQueued(): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await insertQueued(client, this.#id, { ...this.#request(), vars: null })
      await this.#schedule(client, { ...this.#owned, executionId: this.#id, durableId: this.#id })
    })
  }
  async dequeue(executor: string, token: string): Promise<boolean> {
    const values = [durableId(this.#id, await this.#segment()), this.#name(executor), token]
    return this.#durable(
      `status = 'PENDING', executor_id = $2, owner_xid = $3 where workflow_uuid = $1 and status = 'ENQUEUED'`,
      values,
    )
  }
  async claim(executor: string): Promise<Claim | null> {
    const name = durableId(this.#id, await this.#segment())
    const claimed = await claimRun(this.#pool, this.#id, name, this.#name(executor))
    if (claimed === null) return null
    const { segment, takeovers, earlier } = claimed
    return {
      executor,
      segment,
      takeovers,
      kept: [...earlier.attempts.keys()].map(Number).sort((one, other) => one - other),
    }
  }
  async #settle(segment: number, token: string, status: 'SUCCESS' | 'ERROR'): Promise<void> {
    const values = [durableId(this.#id, segment), token, status]
    await this.#durable(`status = $3 where workflow_uuid = $1 and status = 'PENDING' and owner_xid = $2`, values)
  }
  finish(segment: number, token: string): Promise<void> {
    return this.#settle(segment, token, 'SUCCESS')
  }
  fail(segment: number, token: string): Promise<void> {
    return this.#settle(segment, token, 'ERROR')
  }
  async putBack(executor: string): Promise<boolean> {
    const before = durableId(this.#id, await this.#segment())
    return inTransaction(this.#pool, async (client) => {
      const back = await putBack(client, this.#id, before, this.#name(executor))
      if (back === null) return false
      await this.#waitForRoom(client, back.segment)
      return true
    })
  }
  stopForRoom({ executor, segment, takeovers }: Owner): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      if (!(await holdRun(client, { id: this.#id, segment, takeovers }, this.#name(executor)))) return false
      await markWaiting(client, { id: this.#id, segment: segment + 1, dueAt: new Date(NEVER).toISOString() })
      await this.#waitForRoom(client, segment + 1)
      return true
    })
  }
  async #waitForRoom(client: PoolClient, segment: number): Promise<void> {
    await waitForRoom(client, this.#id, 1000)
    const durable = { durableId: durableId(this.#id, segment), dueAt: NEVER }
    await this.#schedule(client, { ...this.#owned, executionId: this.#id, ...durable })
  }
  async giveRoom(): Promise<boolean> {
    return (await giveRoom(this.#pool, [this.#id])).length === 1
  }
  async keep({ executor, segment, takeovers }: Owner, step: number): Promise<boolean> {
    const attempt = { ok: true, startedAt: 0, durationMs: 0, output: null, port: 'out' } as const
    const checkpoint = { run: this.#id, segment, takeovers, name: String(step), attempt }
    return (await insertCheckpoints(this.#pool, [checkpoint], this.#name(executor))).length === 1
  }
  async stopToWait({ executor, segment: before, takeovers }: Owner): Promise<'waits' | 'goes on' | 'lost'> {
    const segment = before + 1
    const dueAt = new Date(Date.now() + 3_600_000).toISOString()
    try {
      await inTransaction(this.#pool, async (client) => {
        const held = { id: this.#id, segment: before, takeovers }
        if (!(await holdRun(client, held, this.#name(executor)))) throw new Lost()
        if ((await beginWait(client, this.#id, PLACE, segment)) !== null) throw new GoesOn()
        await markWaiting(client, { id: this.#id, segment, dueAt })
        const durable = { durableId: durableId(this.#id, segment), dueAt: Date.parse(dueAt) }
        await this.#schedule(client, { ...this.#owned, executionId: this.#id, ...durable })
      })
      return 'waits'
    } catch (error) {
      if (error instanceof GoesOn) return 'goes on'
      if (error instanceof Lost) return 'lost'
      throw error
    }
  }
  async isOver(): Promise<boolean> {
    return (await endOfWait(this.#pool, this.#id, PLACE, true)) !== null
  }
  async due(): Promise<void> {
    const name = durableId(this.#id, await this.#segment())
    const text = `status = 'ENQUEUED' where workflow_uuid = $1 and status = 'DELAYED'
      and not exists (select from execution where id = $2 and due_at = $3)`
    await this.#durable(text, [name, this.#id, new Date(NEVER)])
  }
  wake(): Promise<boolean> {
    return inTransaction(this.#pool, (client) => endWait(client, this.#id, PLACE, null))
  }
  async close({ executor, segment, takeovers }: Owner): Promise<boolean> {
    const outcome = { status: 'succeeded', output: null, error: null, response: null, steps: [] } as const
    const ended = { id: this.#id, segment, takeovers, outcome, finishedAt: new Date().toISOString(), durationMs: 1 }
    return (await closeRuns(this.#pool, [ended], this.#name(executor))).length === 1
  }
  requestCancel(): Promise<LiveRunStatus | null> {
    return requestCancel(this.#pool, this.#id)
  }
  async endByForce(): Promise<boolean> {
    const error = { code: 'CANCELLED', message: 'cancelled' }
    return (await endRuns(this.#pool, [this.#id], 'cancelled', error)).length === 1
  }
  async sweep(executor: string, knows: boolean): Promise<void> {
    const { live, sweep } = this.#sweeps.get(executor) ?? this.#newSweep(executor)
    if (knows) live.set(this.#id, liveRun(this.#facts(), {} as Plan))
    else live.delete(this.#id)
    await sweep()
  }
  #newSweep(executor: string) {
    const live: LiveRuns = new Map()
    const sweep = createSweep({
      ...{ pool: this.#pool, executorId: this.#name(executor), applicationVersion: 'interp-1', live, log: silentLog },
      ...{
        deadAfterMs: DEAD_AFTER_MS,
        mayJudge: () => true,
        arriving: new Set(),
        startErrorRuns: async () => undefined,
        schedule: this.#schedule,
      },
    })
    const made = { live, sweep }
    this.#sweeps.set(executor, made)
    return made
  }
  async beat(executor: string, isAlive: boolean): Promise<void> {
    await this.#pool.query(
      `insert into executor (id, application_version, heartbeat_at)
       values ($1, 'interp-1', case when $2 then now() else now() - interval '1 day' end)
       on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`,
      [this.#name(executor), isAlive],
    )
  }
  signOff(executor: string): Promise<void> {
    return signOff(this.#pool, this.#name(executor))
  }

  async state(): Promise<State> {
    const { rows } = await this.#pool.query(
      `select json_build_object('status', e.status, 'executor', replace(e.executor_id, $2, ''), 'segment', e.segment,
          'takeovers', e.takeovers, 'recoveries', e.recoveries, 'cancelRequested', e.cancel_requested) as run,
        (select json_build_object('isOver', ended_at is not null, 'segment', segment) from execution_wait
          where execution_id = e.id) as wait,
        (select coalesce(json_agg(name::int order by name), '[]') from execution_checkpoint
          where execution_id = e.id) as kept,
        exists (select from execution_room where execution_id = e.id) as "needsRoom",
        (select coalesce(json_object_agg(case when workflow_uuid like '%~%' then split_part(workflow_uuid, '~', 2)
            else '0' end, json_build_object('status', status, 'executor', replace(executor_id, $2, ''))), '{}')
          from dbos.workflow_status where workflow_uuid like e.id || '%') as durable
       from execution e where id = $1`,
      [this.#id, this.#prefix],
    )
    return rows[0]
  }
}

/** Does everything twice and compares what came of it. */
export function bothOf(model: Tables, rows: Tables): Tables {
  const both = (name: keyof Tables) =>
    async function compared(...given: never[]): Promise<unknown> {
      const call = (tables: Tables): Promise<unknown> => Reflect.apply(tables[name], tables, given)
      const [expected, found] = [await call(model), await call(rows)]
      if (!isDeepStrictEqual(found, expected))
        throw new Error(`${name}(${JSON.stringify(given)}): ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
      return expected
    }
  return new Proxy(model, { get: (_target, name) => both(name as keyof Tables) })
}
