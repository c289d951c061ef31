import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { misfits } from '#src/lib/json-schema-misfits.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { adopt, holdCaller, isCalled } from './call.queries.ts'
import type { Call, Engine, EngineHost, EngineLog } from './engine.ts'
import { inTransaction } from './in-transaction.ts'
import { RunParked } from './parked.ts'
import { persistently } from './persistently.ts'

/** Runs that may call one another; a workflow that calls itself would never end. */
export const MAX_DEPTH = 10

interface CallOptions {
  readonly pool: Pool
  readonly host: Pick<EngineHost, 'findCallable'>
  readonly enqueue: Engine['enqueue']
  readonly log: EngineLog
}

const refused = (code: string, message: string) => new NodeError({ code, message, permanent: true })
const missing = () => refused('WORKFLOW_MISSING', 'There is no published workflow of yours with this id')
const tooDeep = () => refused('TOO_DEEP', `Workflows call one another more than ${MAX_DEPTH} levels deep here`)

/** The same for the same text: a UUID of version 8. */
function idOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function checkInput({ settings }: Graph, input: Parameters<Call>[0]['input']): void {
  const [problem] = settings.inputSchema === undefined ? [] : misfits(settings.inputSchema, input)
  if (problem !== undefined)
    throw refused('INVALID_INPUT', `The input does not fit the workflow that is called: ${problem}`)
}

/** The run that is called has an execution of its own, in the queue of its account; its version is the published one. */
export function createCall({ pool, host, enqueue, log }: CallOptions): Call {
  return async function call({ workflowId, input, waits }, { run, step, stepKey }) {
    const { ownerId } = run
    const found = (await host.findCallable?.(workflowId, ownerId)) ?? null
    const executionId = idOf(stepKey)
    if (found === null) {
      // Who repeats a call after a crash has called already, even if that workflow is paused by now.
      if (await isCalled(pool, executionId)) return { executionId }
      throw missing()
    }
    checkInput(found.graph, input)
    const trigger = { kind: 'workflow', payload: input } as const
    const request = { ...found, executionId, workflowId, ownerId, lane: 'direct', trigger, isAwaited: waits } as const
    return persistently(
      () =>
        inTransaction(pool, async (client) => {
          const caller = await holdCaller(client, run.id)
          if (await isCalled(client, executionId)) return { executionId }
          if (!caller.isLive) throw new RunParked()
          const depth = caller.depth + 1
          if (depth > MAX_DEPTH) throw tooDeep()
          await enqueue(client, request)
          await adopt(client, { id: executionId, parentId: run.id, step, waits, depth })
          return { executionId }
        }),
      log,
    )
  }
}
