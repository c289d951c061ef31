import { useEffect, useState } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { useOnline } from '#src/client/online.ts'
import { useSavedCopy } from '#src/client/use-saved-copy.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { OfflineState } from '#src/ui/states.tsx'
import { FallbackPage } from './fallback-page.tsx'

interface ErrorPageProps {
  readonly status: number
  readonly error: unknown
}

const WORDS: Readonly<Record<number, { title: string; lead: string }>> = {
  401: { title: 'Please sign in', lead: 'This page belongs to an account.' },
  403: { title: 'Not allowed', lead: 'Your account may not open this page.' },
  404: { title: 'Page not found', lead: 'The address may be mistyped, or the page may have moved.' },
  410: { title: 'This was removed', lead: 'Its owner has taken it down.' },
}

/** What a page shows instead of itself when its address, its data or its code fails. */
export function ErrorPage({ status, error }: ErrorPageProps) {
  const online = useOnline()
  // Remembered, so that no fault is named while the page is on its way.
  const [isLost] = useState(!online && !isRouteErrorResponse(error))
  return isLost ? <OfflinePage online={online} /> : <FailedPage status={status} error={error} />
}

/** The connection was lost on the way to a page, which comes once there is one again. */
function OfflinePage({ online }: { online: boolean }) {
  useSavedCopy(true)
  useEffect(() => {
    // As a whole: its code may not have come either. But only when the server answers: an error of the browser stays.
    if (online)
      fetch('/healthz').then(
        () => window.location.reload(),
        () => undefined,
      )
  }, [online])
  return (
    <>
      <title>You are offline · Fettle</title>
      <PageHeader title="You are offline" />
      <PageBody>
        <OfflineState title="This page was not loaded yet" />
      </PageBody>
    </>
  )
}

function FailedPage({ status, error }: ErrorPageProps) {
  const words = WORDS[status]
  if (words === undefined) return <FallbackPage error={error} />
  const { title, lead } = words
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <PageHeader eyebrow={`Error ${status}`} title={title} lead={lead} />
      <PageBody>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/explore" variant="primary">
            Explore tools
          </ButtonLink>
          <ButtonLink to="/">Go to Home</ButtonLink>
        </div>
      </PageBody>
    </>
  )
}
