import { ErrorState } from '../states.tsx'
import { PageBody, PageHeader } from './page-header.tsx'

interface FailedPageProps {
  /** What could not be had: "tool" is told as "Failed to fetch tool". */
  readonly what: string
  readonly title: string
  readonly onRetry: () => void
}

/** In the place of a page that did not come, for other reasons than that there is none. */
export const FailedPage = ({ what, title, onRetry }: FailedPageProps) => (
  <>
    <title>{`Failed to fetch ${what} · Fettle`}</title>
    <PageHeader title={title} />
    <PageBody>
      <ErrorState
        title={`Failed to fetch ${what}`}
        message="The fault is on our side, or your connection was lost. Please try again."
        onRetry={onRetry}
      />
    </PageBody>
  </>
)
