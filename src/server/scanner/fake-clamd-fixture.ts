import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * The file that every scanner takes for infected, https://www.eicar.org/download-anti-malware-testfile/ : in two parts,
 * or this file would be one.
 */
export const EICAR = `${String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`}EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
const FOUND = 'stream: Eicar-Test-Signature FOUND\0'

interface FakeClamd {
  readonly address: string
  /** From now on: as it should, silently, hanging up at once or never, or with an answer of its own. */
  behave(how: 'well' | 'silent' | 'hangs up' | 'stays' | { readonly says: string }): void
  /** Sizes of the files that it got whole. */
  readonly scanned: readonly number[]
  close(): void
}

/** Takes what comes; gives the file once it is whole, or why it is not taken. */
function createReader(limit: number): (part: Buffer) => { readonly file?: Buffer; readonly failure?: string } {
  let left: Buffer = Buffer.alloc(0)
  let hasCommand = false
  let size = 0
  const chunks: Buffer[] = []
  return (part) => {
    left = Buffer.concat([left, part])
    if (!hasCommand) {
      const end = left.indexOf(0)
      if (end < 0) return {}
      if (left.toString('latin1', 0, end) !== 'zINSTREAM') return { failure: 'UNKNOWN COMMAND' }
      hasCommand = true
      left = left.subarray(end + 1)
    }
    while (left.length >= 4 && left.length >= 4 + left.readUInt32BE(0)) {
      const length = left.readUInt32BE(0)
      if (length === 0) return { file: Buffer.concat(chunks) }
      size += length
      if (size > limit) return { failure: 'INSTREAM size limit exceeded. ERROR' }
      chunks.push(left.subarray(4, 4 + length))
      left = left.subarray(4 + length)
    }
    return {}
  }
}

/** clamd(8): INSTREAM with a NUL at both ends, chunks after their length, and a limit of what it takes. */
export async function startFakeClamd({ limit = 25_000_000 } = {}): Promise<FakeClamd> {
  let how: Parameters<FakeClamd['behave']>[0] = 'well'
  const scanned: number[] = []
  const sockets = new Set<Socket>()
  const answer = (file: Buffer): string => {
    scanned.push(file.length)
    if (typeof how === 'object') return `${how.says}\0`
    return file.includes(EICAR) ? FOUND : 'stream: OK\0'
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    if (how === 'hangs up') {
      socket.destroy()
      return
    }
    const read = createReader(limit)
    socket.on('data', (part: Buffer) => {
      const { file, failure } = read(part)
      if (failure !== undefined) socket.end(`${failure}\0`)
      else if (file !== undefined && how === 'stays') socket.write(answer(file))
      else if (file !== undefined && how !== 'silent') socket.end(answer(file))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('A TCP server has a port')
  return {
    address: `127.0.0.1:${bound.port}`,
    behave(next) {
      how = next
    },
    scanned,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The same until the test is over. */
export async function fakeClamd(options?: { readonly limit?: number }): Promise<FakeClamd> {
  const clamd = await startFakeClamd(options)
  onTestFinished(() => clamd.close())
  return clamd
}
