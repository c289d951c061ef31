import { Client } from 'pg'
import type { Logger } from './log.ts'

/** Channels of our NOTIFY statements; the payload is an id. */
export const CHANNELS = ['notification_changed', 'session_ended'] as const
export type Channel = (typeof CHANNELS)[number]

/** Called with the payload, or with null after a lost connection: anything may have happened meanwhile. */
type Listener = (payload: string | null) => void

export interface DatabaseEvents {
  /** Settles once the database is listened to; the answer stops it. */
  on(channel: Channel, listener: Listener): Promise<() => void>
  close(): Promise<void>
}

interface DatabaseEventsOptions {
  readonly url: string
  readonly log: Pick<Logger, 'warn'>
}

const RECONNECT_MS = 1000

/** What other processes tell through the database. One connection, opened when somebody wants to know. */
export function createDatabaseEvents({ url, log }: DatabaseEventsOptions): DatabaseEvents {
  const listeners: Record<Channel, Set<Listener>> = { notification_changed: new Set(), session_ended: new Set() }
  let connection: Promise<Client> | undefined
  let closed = false

  const open = async (): Promise<Client> => {
    const client = new Client({ connectionString: url, application_name: 'fettle events', keepAlive: true })
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners[channel as Channel]) listener(payload)
    })
    client.on('error', ({ message }) => {
      if (!closed) log.warn({ reason: message }, 'The connection for database events was lost')
    })
    await client.connect()
    client.once('end', () => void reopen())
    await client.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '))
    return client
  }
  const connect = (): Promise<Client> => {
    connection ??= open().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }
  async function reopen(): Promise<void> {
    connection = undefined
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref())
      if (closed || (await connect().catch(() => undefined)) === undefined) continue
      for (const set of Object.values(listeners)) for (const listener of set) listener(null)
      return
    }
  }
  return {
    async on(channel, listener) {
      await connect()
      listeners[channel].add(listener)
      return () => void listeners[channel].delete(listener)
    },
    async close() {
      closed = true
      await connection?.then((client) => client.end()).catch(() => undefined)
    },
  }
}
