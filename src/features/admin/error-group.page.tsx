import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import type {
  ClientErrorGroup,
  ClientErrorOccurrence,
  clientErrorsContract,
} from '#src/features/client-errors/client-errors.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { AdminFrame } from './admin-frame.web.tsx'
import { ResolveButton } from './error-groups.web.tsx'
import { useResolve } from './use-resolve.web.tsx'

export default function ErrorGroupPage() {
  const { id = '' } = useParams()
  const query = useQuery(getting<typeof clientErrorsContract.get>('/api/admin/client-errors', id))
  return (
    <AdminFrame title="Client error" lead="One kind of failure with its latest reports.">
      <p className="text-14">
        <TextLink to="/admin/errors">All client errors</TextLink>
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={4} label="Loading the reports…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch this error" {...failure} />}
      >
        {({ group, occurrences }) => (
          <>
            <Summary group={group} />
            <SectionHeader title="Latest reports" />
            {occurrences.length === 0 ? (
              <EmptyState level={3} title="No report is left">
                Reports are kept for 30 days.
              </EmptyState>
            ) : (
              <ul className="flex flex-col gap-3">
                {occurrences.map((occurrence, index) => (
                  <li key={occurrence.id}>
                    <Report occurrence={occurrence} startsOpen={index === 0} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </AdminFrame>
  )
}

function Summary({ group }: { group: ClientErrorGroup }) {
  const resolve = useResolve()
  const { message, count, firstSeenAt, lastSeenAt, resolvedAt } = group
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-1.5 [overflow-wrap:anywhere]">
        <h2 className="text-18">{message === '' ? 'No message' : message}</h2>
        <p className="meta-line">
          {count.toLocaleString('en')} {count === 1 ? 'time' : 'times'} · last <TimeAgo at={lastSeenAt} /> · first{' '}
          <TimeAgo at={firstSeenAt} />
        </p>
        {resolvedAt === null ? <Badge kind="warn">Open</Badge> : <Badge kind="ok">Resolved</Badge>}
      </div>
      <ResolveButton group={group} onResolve={() => void resolve(group)} />
    </div>
  )
}

function Report({ occurrence, startsOpen }: { occurrence: ClientErrorOccurrence; startsOpen: boolean }) {
  const { errorId, message, stack, componentStack, userAgent, url, receivedAt } = occurrence
  const facts = [
    ['Message', message],
    ['Page', url],
    ['Browser', userAgent],
  ] as const
  return (
    <Disclosure
      startsOpen={startsOpen}
      summary={
        <span className="flex min-w-0 flex-wrap gap-x-3">
          <code className="font-mono [overflow-wrap:anywhere]">{errorId}</code>
          <TimeAgo at={receivedAt} className="meta-line" />
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-3">{name}</dt>
              <dd className="text-text [overflow-wrap:anywhere]">{value === '' ? '–' : value}</dd>
            </div>
          ))}
        </dl>
        {stack === '' ? null : <CodeBlock label="Stack" code={stack} />}
        {componentStack.trim() === '' ? null : <CodeBlock label="Components" code={componentStack.trim()} />}
      </div>
    </Disclosure>
  )
}
