import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { toast } from '#src/client/toasts.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { freshSignInRequests } from './fresh-sign-in-requests.ts'

interface DialogProps {
  readonly onAnswer: (proved: boolean) => void
}

/** The change that waits for the dialog must not wait for ever. */
function NotLoaded({ onAnswer }: DialogProps) {
  useEffect(() => {
    toast({ kind: 'error', title: 'The sign-in did not load', description: 'Load the page again once you are online.' })
    onAnswer(false)
  }, [onAnswer])
  return null
}

const load = () =>
  import('./fresh-sign-in-dialog.web.tsx').then(
    (file) => file.FreshSignInDialog,
    () => NotLoaded,
  )
const FreshSignInDialog = lazyPart<DialogProps>(load)

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
