import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useOnline } from './online.ts'
import { queryClientFor } from './query-client.ts'
import type { SignedInUser } from './request-context.ts'

interface ProtectedProps {
  /** Shown while the user loads. */
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/** Around each page that belongs to an account: its data is cached for as long as this person is signed in. */
export function Protected({ waiting, children }: ProtectedProps) {
  const viewerId = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.id
  const client = useMemo(() => (viewerId === undefined ? undefined : queryClientFor(viewerId)), [viewerId])
  if (client === undefined) return waiting
  return (
    <QueryClientProvider client={client}>
      <OfflineNotice />
      {children}
    </QueryClientProvider>
  )
}

function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status" className="offline-line">
      {online ? null : (
        <p className="border-b border-line bg-warn-soft px-4 py-2 text-center text-13 leading-5 font-medium text-warn md:px-8">
          You are offline. What you see may be old, and what you change is sent when you are connected again.
        </p>
      )}
    </div>
  )
}
