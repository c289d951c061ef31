import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { StatementCounter } from './statement-counter.ts'

/**
 * A fixed address in front of a PostgreSQL that comes and goes, and the place where a process can be killed between two
 * statements without a word about it in its code.
 */
export interface DatabaseProxy {
  readonly url: string
  /** From now on connections lead to the PostgreSQL with this socket folder; null: nobody answers. No fault is left over. */
  leadTo(socketFolder: string | null): void
  /** Acts once. From then on nothing passes until `leadTo`. */
  faultAt(fault: Fault, act: () => void): void
  stop(): Promise<void>
}

export interface Fault {
  /** The n-th statement from now on. */
  readonly statement: number
  /** `before` it reaches the database, or `after` the database has carried it out and before the answer is told. */
  readonly when: 'before' | 'after'
  /** Counted are only what a connection sends from its next statement of this name on, that one included. */
  readonly since?: string
}

interface ArmedFault extends Fault {
  statementsLeft: number
  readonly act: () => void
  /** That has sent the statement from which on is counted. */
  counted?: Socket
}

function count(fault: ArmedFault, client: Socket, statements: readonly string[]): number {
  if (fault.since === undefined) return statements.length
  if (fault.counted !== undefined) return fault.counted === client ? statements.length : 0
  const first = statements.indexOf(fault.since)
  if (first === -1) return 0
  fault.counted = client
  return statements.length - first
}

const SOCKET = '.s.PGSQL.5432'

export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  let folder: string | null = null
  let fault: ArmedFault | undefined
  const open = new Set<Socket>()

  function strike(): void {
    const struck = fault
    fault = undefined
    folder = null
    struck?.act()
    for (const socket of open) socket.destroy()
  }

  function relay(client: Socket, server: Socket): void {
    const counter = new StatementCounter()
    let strikesAtAnswer = false
    client.on('data', (chunk: Buffer) => {
      const statements = counter.read(chunk)
      const counted = fault === undefined ? 0 : count(fault, client, statements)
      if (fault !== undefined && counted > 0) {
        fault.statementsLeft -= counted
        if (fault.statementsLeft <= 0 && !strikesAtAnswer) {
          if (fault.when === 'before') return strike()
          strikesAtAnswer = true
        }
      }
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (!strikesAtAnswer) client.write(chunk)
      // Ready for the next query: type, length 5, and the state of the transaction.
      else if (chunk.at(-6) === 0x5a) strike()
    })
  }

  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined).on('close', () => open.delete(client))
    if (folder === null) return client.destroy()
    const database = connect(join(folder, SOCKET))
    open.add(database)
    database.on('error', () => undefined).on('close', () => open.delete(database) && client.destroy())
    client.on('close', () => database.destroy())
    return relay(client, database)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')

  return {
    url: `postgresql://fettle@127.0.0.1:${address.port}/fettle`,
    leadTo(socketFolder) {
      fault = undefined
      folder = socketFolder
      if (socketFolder === null) for (const socket of open) socket.destroy()
    },
    faultAt(next, act) {
      fault = { ...next, statementsLeft: next.statement, act }
    },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
