import { CircleAlert, CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useSavedCopy } from '#src/client/use-saved-copy.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { useReload } from './use-reload.web.tsx'

/** Searches again once there is a connection, and whenever somebody asks for it. */
function useReturn() {
  const { reload, isLoading } = useReload()
  const onReturn = useEffectEvent(reload)
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('online', () => onReturn(), { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return { reload, isLoading }
}

/** In place of a list of which nothing is known. */
export function SearchFailed({ isOffline }: { isOffline: boolean }) {
  const { reload } = useReturn()
  useSavedCopy(isOffline)
  return isOffline ? (
    <OfflineState level={3} actions={<Button onClick={reload}>Try again</Button>}>
      Your search and filters are kept, and answered once you are connected again.
    </OfflineState>
  ) : (
    <ErrorState title="Failed to fetch tools" message="Your search and filters are kept." level={3} onRetry={reload} />
  )
}

const words = (isOffline: boolean, isMore: boolean): string => {
  if (isMore) return isOffline ? 'You are offline: more tools come once you are connected.' : 'More tools did not load.'
  return isOffline
    ? 'You are offline. Your search and filters are kept, and answered once you are connected. Until then you see what was found before.'
    : 'Failed to fetch tools. Your search and filters are kept. You see what was found before.'
}

interface SearchFailedNoteProps {
  readonly isOffline: boolean
  /** What failed is the next page of the list. */
  readonly isMore: boolean
}

/** Beside the list that was found before. */
export function SearchFailedNote({ isOffline, isMore }: SearchFailedNoteProps) {
  const { reload, isLoading } = useReturn()
  const Icon = isOffline ? CloudOff : CircleAlert
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-10 border border-line bg-warn-soft px-4 py-2 text-14"
    >
      <Icon size={16} className="flex-none text-warn" />
      <span className="min-w-0 flex-1 basis-60">{words(isOffline, isMore)}</span>
      <Button size="dense" busy={isLoading} onClick={reload}>
        Try again
      </Button>
    </p>
  )
}
