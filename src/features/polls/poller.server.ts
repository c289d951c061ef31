import { createHash } from 'node:crypto'
import type { Engine, EngineHost } from '#src/engine/engine.ts'
import { nodeFailed } from '#src/engine/failures.ts'
import { repeat } from '#src/engine/repeat.ts'
import { createRunSecrets } from '#src/engine/run-secrets.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { NodeDefinition, PollContext, Polled, PolledEvent } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import type { Logger } from '#src/server/log.ts'
import { pauseAfter } from './after-poll.ts'
import {
  type ClaimedPoll,
  claimPoll,
  endLook,
  failLook,
  insertKeys,
  knownKeys,
  type LockedPoll,
  lockClaimed,
  releasePoll,
} from './polls.queries.ts'

export interface PollerDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'enqueue'>
  readonly nodes: Readonly<Record<string, NodeDefinition>>
  readonly host: Pick<EngineHost, 'fetch' | 'secret'>
  readonly log: Logger
}

/** How often a process looks for what is due. */
const LOOK_MS = 1000
/** Looks of one process at the same time. */
const AT_ONCE = 8
const LIMIT_MS = 60_000
/** Longer than a look and its transaction take. */
const LEASE_SECONDS = 180
/** Runs that one look starts; what is left over comes at once with the next. */
const MAX_RUNS = 200

const keyOf = ({ id }: PolledEvent) => createHash('sha256').update(id).digest()

/** Each event once, with its key. */
function keyed(events: readonly PolledEvent[]) {
  const byKey = new Map(events.map((event) => [keyOf(event).toString('hex'), event]))
  return [...byKey].map(([hex, event]) => ({ hex, key: Buffer.from(hex, 'hex'), event }))
}

interface Looked extends Polled {
  readonly everySeconds: number
  readonly startsWithAll: boolean
}

/** The runs of what was found, the note that it was, and the cursor are committed together or not at all. */
async function store({ engine }: PollerDeps, transaction: Db, row: LockedPoll, claimed: ClaimedPoll, found: Looked) {
  const events = keyed(found.events)
  const known = await knownKeys(
    transaction,
    row,
    events.map(({ key }) => key),
  )
  const unknown = events.filter(({ hex }) => !known.has(hex))
  const isQuiet = row.is_first && !found.startsWithAll
  if (isQuiet) {
    const keys = unknown.map(({ key }) => key)
    await insertKeys(transaction, row, keys, null)
  }
  const starting = isQuiet ? [] : unknown.slice(0, MAX_RUNS)
  for (const { key, event } of starting) {
    const { executionId } = await engine.enqueue(asEngineTransaction(transaction), {
      workflowId: row.workflow_id,
      ownerId: row.owner_id,
      version: row.version,
      graph: row.graph,
      lane: row.lane,
      trigger: { kind: 'event', nodeId: row.node_id, payload: event.payload },
    })
    await insertKeys(transaction, row, [key], executionId)
  }
  const isAll = isQuiet || starting.length === unknown.length
  await endLook(transaction, row, {
    // With the next cursor the source might leave out what has no run yet.
    cursor: isAll ? found.cursor : claimed.cursor,
    hasFound: starting.length > 0,
    pauseMs: isAll ? pauseAfter({ everySeconds: found.everySeconds, failures: 0 }) : 0,
  })
}

/** Looks once, and keeps what it found or why it could not look. */
async function look(deps: PollerDeps, claimed: ClaimedPoll, stopped: AbortSignal): Promise<void> {
  const { db, nodes, host, log } = deps
  const secrets = createRunSecrets(host, claimed.owner_id)
  const config = claimed.config.config as JsonObject
  const definition = nodes[claimed.type]
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(LIMIT_MS)])
  const context: PollContext = {
    signal,
    fetch: (request) => host.fetch(request, { signal }),
    secret: (name) => secrets.use(name, config),
  }
  let everySeconds = 60
  try {
    const poll = definition?.poll
    if (poll === undefined) throw new Error(`Steps of type ${claimed.type} look for nothing`)
    const parsed = definition?.config.parse(config)
    everySeconds = poll.every(parsed)
    const { events, cursor } = await poll.look(context, parsed, claimed.cursor)
    const found = { events, cursor, everySeconds, startsWithAll: poll.startsWithAll(parsed) }
    await db.transaction().execute(async (transaction) => {
      const row = await lockClaimed(transaction, claimed)
      if (row !== undefined) await store(deps, transaction, row, claimed, found)
    })
  } catch (error) {
    const { code, message, retryAfterMs } = secrets.hideIn(nodeFailed(error))
    if (code === 'NODE_CRASHED') log.error({ err: error, workflow: claimed.workflow_id }, 'A look for events failed')
    const failures = claimed.failures + 1
    if (stopped.aborted) await releasePoll(db, claimed)
    else
      await failLook(db, claimed, {
        error: { code, message },
        pauseMs: pauseAfter({ everySeconds, failures, retryAfterMs }),
      })
  }
}

/** Takes up what is due until so much is under way; other processes may do the same. */
export function createPoller(deps: PollerDeps) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  return {
    async takeUp(): Promise<void> {
      while (underWay.size < AT_ONCE && !stopping.signal.aborted) {
        const claimed = await claimPoll(deps.db, uuidv7(), LEASE_SECONDS)
        if (claimed === undefined) return
        const one = look(deps, claimed, stopping.signal)
          .catch((error: unknown) => deps.log.error({ err: error }, 'A look for events could not be kept'))
          .finally(() => underWay.delete(one))
        underWay.add(one)
      }
    },
    settled: () => Promise.all(underWay),
    async stop() {
      stopping.abort(new Error('The process is ending'))
      await Promise.all(underWay)
    },
  }
}

/** Looks for what is due until it is stopped. */
export function startPoller(deps: PollerDeps): () => Promise<void> {
  const poller = createPoller(deps)
  const stop = repeat('Looking for events', LOOK_MS, poller.takeUp, deps.log)
  return async () => {
    const isStopped = poller.stop()
    await stop()
    await isStopped
  }
}
