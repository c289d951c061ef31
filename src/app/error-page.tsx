import { isRouteErrorResponse } from 'react-router'
import { isErrorEnvelope } from '#src/lib/error-envelope.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'

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
  const { title, lead } = WORDS[status] ?? {
    title: 'Oops! Something went wrong',
    lead: 'The fault is on our side. Please try again; your data is not affected.',
  }
  const envelope = isRouteErrorResponse(error) && isErrorEnvelope(error.data) ? error.data.error : undefined
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
        {envelope && status >= 500 ? <p className="meta-line">Request {envelope.requestId}</p> : null}
      </PageBody>
    </>
  )
}
