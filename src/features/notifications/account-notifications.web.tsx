import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import type { NotificationStore } from './notification-store.web.tsx'

const AccountSection = lazyPart(async () => (await import('./account-section.web.tsx')).AccountSection)

interface AccountNotifications {
  readonly unread: number
  readonly said: string
  /** For the tray; null for a visitor. */
  readonly section: ReactNode
}

const nothing = () => undefined
const neverChanges = () => nothing

/** What the bell shows of an account. `unread` is the server's count; the rest is loaded after the page. */
export function useAccountNotifications(viewerId: string | undefined, unread: number): AccountNotifications {
  const [store, setStore] = useState<NotificationStore>()
  const state = useSyncExternalStore(store?.subscribe ?? neverChanges, store?.getState ?? nothing, nothing)
  useEffect(() => {
    if (viewerId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { createNotificationStore } = await import('./notification-store.web.tsx')
      if (isOver) return
      const made = createNotificationStore()
      stop = made.listen()
      setStore(made)
    }
    // Without the file the bell still has the server's count.
    begin().catch(nothing)
    return () => {
      isOver = true
      stop?.()
      setStore(undefined)
    }
  }, [viewerId])
  const waiting = <RowSkeletons count={2} label="Loading notifications…" />
  return {
    unread: state?.unread ?? unread,
    said: state?.said ?? '',
    section:
      viewerId === undefined ? null : (
        <Suspense fallback={waiting}>{store === undefined ? waiting : <AccountSection store={store} />}</Suspense>
      ),
  }
}
