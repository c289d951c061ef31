import { connect } from 'node:net'

/** The name of what was found in a file, undefined where nothing was; rejects when nobody has looked. */
export type Scan = (bytes: Uint8Array) => Promise<string | undefined>

export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

const CHUNK_BYTES = 65_536
const ANSWER_WITHIN_MS = 30_000
/** Characters; its answers are one line. */
const MOST_SAID = 1000

const isPort = (port: number) => port >= 1 && port <= 65_535

/** "host:port", with an IPv6 address in brackets, or the absolute path of a socket; undefined for anything else. */
export function toClamdAddress(value: string): ClamdAddress | undefined {
  if (value.startsWith('/')) return { path: value }
  const [, ipv6, host = ipv6, port] = /^(?:\[([\da-f:.]+)\]|([^\s/:]+)):(\d{1,5})$/i.exec(value) ?? []
  return host === undefined || !isPort(Number(port)) ? undefined : { host, port: Number(port) }
}

/** Each chunk after its length, and a length of nothing at the end. */
function* framed(bytes: Uint8Array): Generator<Uint8Array> {
  const lengthOf = (length: number) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(length)
    return head
  }
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES)
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

/**
 * Asks a ClamAV daemon (INSTREAM, as clamd(8) of ClamAV 1.4 describes it). Where a file is beyond its own limit it
 * answers and closes the connection before it has read everything.
 */
export function createClamd(address: ClamdAddress, { withinMs = ANSWER_WITHIN_MS } = {}): Scan {
  return async (bytes) => {
    const { said, broken } = await ask(address, bytes, withinMs)
    if (said === 'stream: OK') return undefined
    const found = /^stream: (.+) FOUND$/.exec(said)?.[1]
    if (found !== undefined) return found
    throw new Error(`The scanner of files gave no verdict: ${said || (broken?.message ?? 'no answer')}`)
  }
}

/** What it says, up to its NUL, counts, however it hangs up then. */
const ask = (address: ClamdAddress, bytes: Uint8Array, withinMs: number) =>
  new Promise<{ said: string; broken: Error | undefined }>((resolve) => {
    let said = ''
    let broken: Error | undefined
    const socket = connect({ ...address, signal: AbortSignal.timeout(withinMs) })
    socket.on('error', (error) => {
      broken = error
    })
    socket.on('close', () => resolve({ said: said.replace(/\0.*/s, '').slice(0, MOST_SAID), broken }))
    socket.on('data', (part) => {
      said += part.toString()
      // Some that stand in for it leave the connection open.
      if (said.includes('\0') || said.length > MOST_SAID) socket.destroy()
    })
    socket.write('zINSTREAM\0')
    for (const part of framed(bytes)) socket.write(part)
  })
