import { useSyncExternalStore } from 'react'

const subscribeOnline = (listener: () => void) => {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** Whether the browser has a connection, as far as it knows. Apart from the query client, which public pages do without. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )
