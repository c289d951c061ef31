import { type ComponentType, useEffect, useState } from 'react'

/** What browsers send that offer to install the site; not in the types, as not all do. */
export interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}
export interface OfflinePartsProps {
  readonly install: InstallEvent | undefined
}

/** The first view has the line for itself. Not at the first key either: using a tool makes no request. */
const LATER_MS = 5000

/** What makes the site work without a connection, and its messages: loaded once the page has come to rest. */
export function OfflineHost() {
  const [Parts, setParts] = useState<ComponentType<OfflinePartsProps>>()
  const [install, setInstall] = useState<InstallEvent>()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const load = () =>
      import('./offline-parts.web.tsx').then(
        ({ OfflineParts }) => setParts(() => OfflineParts),
        () => undefined,
      )
    const onInstall = (event: Event) => {
      event.preventDefault()
      setInstall(event as InstallEvent)
      void load()
    }
    const timer = setTimeout(() => void load(), document.documentElement.dataset.savedAt === undefined ? LATER_MS : 0)
    window.addEventListener('beforeinstallprompt', onInstall)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeinstallprompt', onInstall)
    }
  }, [])
  return Parts ? <Parts install={install} /> : null
}
