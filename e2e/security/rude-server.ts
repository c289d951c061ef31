import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

export interface RudeServer {
  readonly port: number
  /** For EGRESS_ALLOW. */
  readonly host: string
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly asked: string[]
  stop(): Promise<void>
}

/** A server on this machine that answers as the test says, or not at all. */
export async function startRudeServer(answer: RequestListener): Promise<RudeServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.on('error', () => {})
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const host = `127.0.0.1:${address.port}`
  return {
    port: address.port,
    host,
    url: `http://${host}`,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
