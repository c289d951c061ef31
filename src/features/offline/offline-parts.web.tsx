import { useEffect } from 'react'
import { InstallPrompt } from './install-prompt.web.tsx'
import type { OfflinePartsProps } from './offline-host.web.tsx'
import { SavedCopyNotice } from './saved-copy-notice.web.tsx'
import { startServiceWorker, watchLostFiles } from './start-service-worker.web.tsx'

/**
 * Registers the service worker, once; offers new versions; says that a page is a saved one; offers to install the site.
 * The palette comes along, which is then there at its first key, and without a connection.
 */
export function OfflineParts({ install }: OfflinePartsProps) {
  useEffect(() => {
    void import('#src/features/palette/palette.web.tsx').catch(() => undefined)
    void startServiceWorker().catch(() => undefined)
    return watchLostFiles()
  }, [])
  return (
    <>
      <SavedCopyNotice />
      {install === undefined ? null : <InstallPrompt event={install} />}
    </>
  )
}
