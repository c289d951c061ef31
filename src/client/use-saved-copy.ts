import { useEffect } from 'react'

/** Where a page did not come for want of a connection: loads the copy that the service worker has, if there is one. */
export function useSavedCopy(isLost: boolean): void {
  useEffect(() => {
    // Not there where the site is neither https nor localhost.
    if (!isLost || globalThis.caches === undefined || navigator.onLine) return
    const load = async () => {
      const { pathname, search } = window.location
      if (await caches.match(pathname + search)) window.location.reload()
    }
    load().catch(() => undefined)
  }, [isLost])
}
