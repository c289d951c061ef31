import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import type { favoritesContract } from '#src/features/favorites/favorites.schema.ts'
import { recentChoices, type ToolChoice } from './recent-choices.ts'

export interface OwnTools {
  readonly recent: readonly ToolChoice[]
  readonly favorites: readonly ToolChoice[]
}

/** What somebody opened last and what they keep. A part that cannot be had is left out: the rest works without it. */
export function useOwnTools(isSignedIn: boolean): OwnTools {
  const [own, setOwn] = useState<OwnTools>(() => ({ recent: isSignedIn ? [] : recentChoices(), favorites: [] }))
  useEffect(() => {
    if (!isSignedIn) return
    const asking = new AbortController()
    const show = (part: Partial<OwnTools>) => {
      if (!asking.signal.aborted) setOwn((others) => ({ ...others, ...part }))
    }
    api<typeof catalogContract.recent>('GET', '/api/discovery/recent', {}, asking.signal).then(
      ({ fxns }) => show({ recent: fxns }),
      () => undefined,
    )
    api<typeof favoritesContract.list>('GET', '/api/favorites', {}, asking.signal).then(
      ({ fxns }) => show({ favorites: fxns }),
      () => undefined,
    )
    return () => asking.abort()
  }, [isSignedIn])
  return own
}
