import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'

/** Over a page that came out of the browser's own store, because there was no connection. */
export function SavedCopyNotice() {
  const [savedAt] = useState(() => document.documentElement.dataset.savedAt)
  if (savedAt === undefined) return null
  const when = new Date(savedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-2xl flex-wrap items-center gap-x-3 gap-y-2 rounded-10 border border-line bg-warn-soft px-4 py-2 text-14 text-text shadow-2"
    >
      <CloudOff size={16} className="flex-none text-warn" />
      <span className="min-w-0 flex-1 basis-60">
        There was no connection. This is the copy of {when} that your browser keeps.
      </span>
      <Button size="dense" onClick={() => window.location.reload()}>
        Load it anew
      </Button>
    </div>
  )
}
