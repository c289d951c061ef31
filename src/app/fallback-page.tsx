import { House, Mail, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator, useRouteLoaderData } from 'react-router'
import type { ErrorNote } from '#src/client/error-report.ts'
import { loadReporter } from '#src/client/load-reporter.ts'
import { isLostFile } from '#src/client/lost-route.ts'
import { Button, ButtonLink, buttonClass } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import type { loader } from './root.tsx'

/** Loaded when it is needed: every page would have to carry it otherwise. */
function useNote(error: unknown, support: string) {
  const [noted, setNoted] = useState<{ readonly note: ErrorNote; readonly draft: string }>()
  useEffect(() => {
    let isCurrent = true
    const make = async () => {
      const { reportError, mailDraft } = await loadReporter()
      const note = reportError(error)
      if (isCurrent) setNoted({ note, draft: mailDraft(support, note) })
    }
    // Without the file there is still the mail, without its details.
    make().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [error, support])
  return noted
}

/** In place of a page whose code or data failed by our fault. */
export function FallbackPage({ error }: { error: unknown }) {
  const support = useRouteLoaderData<typeof loader>('root')?.supportEmail ?? ''
  const noted = useNote(error, support)
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <title>Something went wrong · Fettle</title>
      <PageHeader
        eyebrow="Error"
        title="Oops! Something went wrong"
        lead="The fault is on our side. Please try again; your data is not affected."
      />
      <PageBody>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            icon={RotateCw}
            busy={state === 'loading'}
            onClick={() => (isLostFile(error) ? window.location.reload() : void revalidate())}
          >
            Try Again
          </Button>
          <ButtonLink to="/" icon={House}>
            Go to Home
          </ButtonLink>
          <a href={noted?.draft ?? `mailto:${support}`} className={buttonClass()}>
            <Mail size={16} />
            Report Issue
          </a>
        </div>
        <p role="status" className="meta-line min-h-5">
          {noted?.note.errorId}
        </p>
      </PageBody>
    </>
  )
}
