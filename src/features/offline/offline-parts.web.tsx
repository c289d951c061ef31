import { useEffect } from 'react'
import { InstallPrompt } from './install-prompt.web.tsx'
import type { OfflinePartsProps } from './offline-host.web.tsx'
import { SavedCopyNotice } from './saved-copy-notice.web.tsx'
import { startServiceWorker } from './start-service-worker.web.tsx'

/** Registers the service worker, once; says that a page is a saved one; offers to install the site. */
export function OfflineParts({ install }: OfflinePartsProps) {
  useEffect(() => void startServiceWorker().catch(() => undefined), [])
  return (
    <>
      <SavedCopyNotice />
      {install === undefined ? null : <InstallPrompt event={install} />}
    </>
  )
}
