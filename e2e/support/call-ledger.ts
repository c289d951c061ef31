import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Call {
  /** Path without its slash. */
  readonly step: string
  readonly idempotencyKey: string
  readonly body: string
}

/** A server that writes down who calls it and never answers the calls that it is told to hold. */
export interface CallLedger {
  readonly url: string
  /** For EGRESS_ALLOW. */
  readonly host: string
  readonly calls: Call[]
  /** Steps whose caller has gone before there was an answer. */
  readonly brokenOff: string[]
  /** Leaves the next call of this step without an answer until the returned one is called; settles when it has come. */
  hold(step: string): Promise<(answer: object) => void>
  stop(): Promise<void>
}

interface LedgerOptions {
  /** How long an answer takes. */
  readonly latencyMs?: () => number
  /** The status of the answer; 200 when absent. */
  readonly statusOf?: (call: Call) => number
}

export async function startCallLedger({ latencyMs, statusOf = () => 200 }: LedgerOptions = {}): Promise<CallLedger> {
  const calls: Call[] = []
  const brokenOff: string[] = []
  const held = new Map<string, (answer: (answer: object) => void) => void>()
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const step = (request.url ?? '').slice(1)
    response.on('close', () => {
      if (!response.writableEnded) brokenOff.push(step)
    })
    // The caller may be killed while it speaks.
    const body = await text(request).catch(() => '')
    const call = { step, idempotencyKey: String(request.headers['idempotency-key']), body }
    const status = statusOf(call)
    calls.push(call)
    const answer = (what: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(what))
    const onHeld = held.get(step)
    held.delete(step)
    if (onHeld) return onHeld(answer)
    if (latencyMs !== undefined) await sleep(latencyMs())
    answer({ step })
  }
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const host = `127.0.0.1:${address.port}`
  return {
    url: `http://${host}`,
    host,
    calls,
    brokenOff,
    hold: (step) => new Promise((resolve) => held.set(step, resolve)),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
