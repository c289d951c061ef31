import { lazy, Suspense, useSyncExternalStore } from 'react'
import { freshSignInRequests } from './fresh-sign-in-requests.ts'

const FreshSignInDialog = lazy(async () => ({
  default: (await import('./fresh-sign-in-dialog.web.tsx')).FreshSignInDialog,
}))

/** Stands once around all pages; loads the dialog when a change first asks for it. */
export function FreshSignInHost() {
  const request = useSyncExternalStore(freshSignInRequests.subscribe, freshSignInRequests.getState, () => undefined)
  if (request === undefined) return null
  return (
    <Suspense>
      <FreshSignInDialog onAnswer={request.answer} />
    </Suspense>
  )
}
