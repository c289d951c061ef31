import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createEgress, type Egress, type EgressOptions } from './egress.ts'

/** Serves on a free port of 127.0.0.1 until the test is over. */
export async function serve(answer: RequestListener): Promise<number> {
  const server = http.createServer(answer)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** An egress client that may call these local ports; its connections end with the test. */
export function egressTo(ports: readonly number[], options: EgressOptions = {}): Egress {
  const egress = createEgress({ allow: ports.map((port) => `127.0.0.1:${port}`), ...options })
  onTestFinished(() => egress.close())
  return egress
}
