import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { badResponse, connectionFailed, tlsFailed } from './egress-error.ts'
import type { HeaderMap } from './request-headers.ts'
import type { Target } from './target.ts'

export interface Exchange {
  readonly target: Target
  readonly method: string
  readonly headers: HeaderMap
  readonly body: string | Uint8Array | undefined
  readonly signal: AbortSignal
}

/** Sends one request and resolves when the head of the answer is there. */
export type Send = (exchange: Exchange) => Promise<IncomingMessage>

const AGENT_OPTIONS = {
  keepAlive: true,
  // Shorter than the five seconds after which many servers close an idle connection.
  timeout: 4000,
  maxSockets: 128,
  maxFreeSockets: 32,
  // How long one of several addresses may take to connect before the next one is tried.
  autoSelectFamilyAttemptTimeout: 1000,
  rejectUnauthorized: true,
}
/** RFC 9110, section 9.2.2: a client may repeat these by itself. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const CERTIFICATE = /^ERR_(TLS|SSL)_|^CERT_|CERT|^UNABLE_TO_|^EPROTO$/

/** In the place of DNS: Node connects to the addresses that were checked, whatever the name leads to by now. */
const lookupOf = ({ addresses }: Target): LookupFunction => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, callback) => {
    const [first] = found
    if (all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

function failureOf(host: string, error: NodeJS.ErrnoException): Error {
  const code = error.code ?? ''
  if (code.startsWith('HPE_')) return badResponse(`${host} did not answer in HTTP`, error)
  return CERTIFICATE.test(code) ? tlsFailed(host, error) : connectionFailed(host, error)
}

/** An idle connection that the server closed just as we took it from the pool: nothing was read by anybody. */
const isStale = (error: NodeJS.ErrnoException, reused: boolean, method: string): boolean =>
  reused && IDEMPOTENT.has(method) && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** Connections are kept per host and port; each was made to an address that was checked for that host. */
export function createSend(): { send: Send; close: () => void } {
  const httpAgent = new http.Agent(AGENT_OPTIONS)
  const httpsAgent = new https.Agent(AGENT_OPTIONS)

  const send: Send = ({ target, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const secure = target.url.protocol === 'https:'
      const request = (secure ? https : http).request({
        agent: secure ? httpsAgent : httpAgent,
        host: target.host,
        port: target.port,
        path: target.url.pathname + target.url.search,
        method,
        // Node writes no length for a GET or DELETE with a body, and the body would be read as the next request.
        headers: {
          ...headers,
          'accept-encoding': 'gzip, deflate, br',
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        lookup: lookupOf(target),
        signal,
      })
      request.once('response', resolve)
      request.on('error', (error) => {
        if (!signal.aborted && isStale(error, request.reusedSocket, method))
          resolve(send({ target, method, headers, body, signal }))
        else reject(failureOf(target.host, error))
      })
      // With a text Node would send the head in the same encoding as the body: headers are Latin-1, RFC 9110, section 5.5.
      request.end(typeof body === 'string' ? Buffer.from(body) : body)
    })

  const close = () => {
    httpAgent.destroy()
    httpsAgent.destroy()
  }
  return { send, close }
}
