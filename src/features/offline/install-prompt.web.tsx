import { useEffect, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { LogoMark } from '#src/ui/shell/logo.tsx'
import type { InstallEvent } from './offline-host.web.tsx'

const KEY = 'install-dismissed'

const wasDismissed = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(KEY, new Date().toISOString())
  } catch {
    // Without storage it is asked again at the next visit.
  }
}

/** Shown when the browser offers to install the site, until it was declined once or accepted. */
export function InstallPrompt({ event }: { event: InstallEvent }) {
  const [isOpen, setOpen] = useState(() => !wasDismissed())
  useEffect(() => {
    const hide = () => setOpen(false)
    window.addEventListener('appinstalled', hide)
    return () => window.removeEventListener('appinstalled', hide)
  }, [])
  if (!isOpen) return null
  const dismiss = () => {
    rememberDismissal()
    setOpen(false)
  }
  const install = async () => {
    const { outcome } = await event.prompt()
    if (outcome === 'accepted') setOpen(false)
    else dismiss()
  }
  return (
    <aside
      aria-label="Install Fettle"
      className="fixed inset-x-4 bottom-4 z-20 flex max-w-md flex-wrap items-center gap-3 rounded-10 border border-line bg-surface p-4 shadow-3 sm:end-auto"
    >
      <LogoMark size={36} />
      <p className="min-w-0 flex-1 basis-48 text-14">
        <span className="block font-semibold">Install Fettle</span>
        <span className="text-text-2">Your tools in a window of their own, with or without a connection.</span>
      </p>
      <span className="flex flex-wrap gap-2">
        <Button size="dense" variant="primary" onClick={() => void install()}>
          Install
        </Button>
        <Button size="dense" variant="ghost" onClick={dismiss}>
          Not now
        </Button>
      </span>
    </aside>
  )
}
