import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { AccountNotification, NotificationState, notificationsContract } from './notifications.schema.ts'

export interface NotificationsView {
  /** Undefined until something of the account has arrived. */
  readonly unread: number | undefined
  /** What a screen reader says of the latest news; '' for nothing. */
  readonly said: string
  /** The newest first; undefined until the tray was opened. */
  readonly entries: readonly AccountNotification[] | undefined
  readonly hasMore: boolean
  readonly busy: boolean
  /** Why the list could not be brought. */
  readonly problem: string | undefined
}

/** A page first gets what it needs itself; until then the server's count is on the bell. */
const CONNECT_MS = 3000

const NOTHING_KNOWN: NotificationsView = {
  unread: undefined,
  said: '',
  entries: undefined,
  hasMore: false,
  busy: false,
  problem: undefined,
}

/** What an account was told, as far as this page knows. Live while somebody looks at the page. */
export function createNotificationStore() {
  let view = NOTHING_KNOWN
  let cursor: string | undefined
  let latestId: string | null | undefined
  const listeners = new Set<() => void>()
  const set = (change: Partial<NotificationsView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  const fetchPage = async (from: string | undefined) => {
    set({ busy: true, problem: undefined })
    try {
      return await api<typeof notificationsContract.list>('GET', '/api/notifications', { query: { cursor: from } })
    } catch (error) {
      set({ problem: toApiError(error).message })
      return undefined
    } finally {
      set({ busy: false })
    }
  }
  /** The newest page; what was loaded below it stays. */
  const load = async () => {
    const page = await fetchPage(undefined)
    if (page === undefined) return
    const ids = new Set(page.notifications.map(({ id }) => id))
    const older = (view.entries ?? []).filter(({ id }) => !ids.has(id))
    if (older.length === 0) cursor = page.cursor ?? undefined
    set({ unread: page.unread, entries: [...page.notifications, ...older], hasMore: cursor !== undefined })
  }
  const loadMore = async () => {
    const page = await fetchPage(cursor)
    if (page === undefined) return
    cursor = page.cursor ?? undefined
    set({ entries: [...(view.entries ?? []), ...page.notifications], hasMore: cursor !== undefined })
  }
  const readLocally = (which: (entry: AccountNotification) => boolean) =>
    view.entries?.map((entry) => (which(entry) ? { ...entry, read: true } : entry))
  const onState = ({ unread: now, latest }: NotificationState) => {
    const isNews = latestId !== undefined && latest !== null && latest.id !== latestId && !latest.read
    latestId = latest?.id ?? null
    set({ unread: now, ...(isNews && { said: `New notification: ${latest.title}` }) })
    if (view.entries !== undefined) void load()
  }
  return {
    getState: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load,
    loadMore,
    /** On the screen at once; the server's answer corrects the count. */
    async markRead(id: string) {
      const wasUnread = view.entries?.some((entry) => entry.id === id && !entry.read) === true
      if (!wasUnread) return
      set({ entries: readLocally((entry) => entry.id === id), unread: Math.max(0, (view.unread ?? 1) - 1) })
      set(await api<typeof notificationsContract.read>('POST', '/api/notifications/:id/read', { params: { id } }))
    },
    async markAllRead() {
      set({ entries: readLocally(() => true), unread: 0 })
      set(await api<typeof notificationsContract.readAll>('POST', '/api/notifications/read-all', {}))
    },
    listen: () => listenWhileVisible(onState),
  }
}
export type NotificationStore = ReturnType<typeof createNotificationStore>

/** A hidden tab holds no stream: browsers give one site six connections of HTTP/1.1, for all tabs together. */
function listenWhileVisible(onState: (state: NotificationState) => void): () => void {
  let source: EventSource | undefined
  const disconnect = () => {
    source?.close()
    source = undefined
  }
  const connect = () => {
    if (document.visibilityState === 'hidden') return disconnect()
    if (source !== undefined && source.readyState !== EventSource.CLOSED) return
    source = new EventSource('/api/notifications/events')
    source.addEventListener('state', ({ data }: MessageEvent<string>) => onState(JSON.parse(data) as NotificationState))
  }
  const listening = new AbortController()
  const { signal } = listening
  const timer = setTimeout(() => {
    connect()
    document.addEventListener('visibilitychange', connect, { signal })
    // The browser keeps a page that was left for the way back only when it holds no connection.
    window.addEventListener('pagehide', disconnect, { signal })
    window.addEventListener('pageshow', connect, { signal })
  }, CONNECT_MS)
  return () => {
    clearTimeout(timer)
    listening.abort()
    disconnect()
  }
}
