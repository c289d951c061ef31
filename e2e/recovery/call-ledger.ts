import { once } from 'node:events'
import { createServer } from 'node:http'

export interface Call {
  /** Path without its slash. */
  readonly step: string
  readonly idempotencyKey: string
}

/** A server that writes down who calls it and never answers the calls that it is told to hold. */
export interface CallLedger {
  readonly url: string
  /** For EGRESS_ALLOW. */
  readonly host: string
  readonly calls: Call[]
  /** Leaves the next call of this step without an answer; settles when it has come. */
  hold(step: string): Promise<void>
  stop(): Promise<void>
}

export async function startCallLedger(): Promise<CallLedger> {
  const calls: Call[] = []
  const held = new Map<string, () => void>()
  const server = createServer((request, response) => {
    const step = (request.url ?? '').slice(1)
    calls.push({ step, idempotencyKey: String(request.headers['idempotency-key']) })
    request.resume()
    const onHeld = held.get(step)
    held.delete(step)
    if (onHeld) onHeld()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ step }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const host = `127.0.0.1:${address.port}`
  return {
    url: `http://${host}`,
    host,
    calls,
    hold: (step) => new Promise((resolve) => held.set(step, resolve)),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
