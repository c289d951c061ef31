import { useQuery } from '@tanstack/react-query'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { counted } from '#src/lib/counted.ts'
import { LinkCard } from '#src/ui/card.tsx'
import { CardSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { AdminFrame } from './admin-frame.web.tsx'
import type { peopleContract } from './people.schema.ts'

export default function OverviewPage() {
  const query = useQuery(getting<typeof peopleContract.overview>('/api/admin'))
  return (
    <AdminFrame title="Overview" lead="What there is to look after.">
      <QueryView
        query={query}
        loading={<CardSkeletons count={4} label="Loading the overview…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the overview" {...failure} />}
      >
        {({ people, suspended, proposed, admins, openClientErrors, cases }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <LinkCard
              to="/admin/moderation"
              title={counted(cases.open, 'case for moderators', 'cases for moderators')}
              level={2}
            >
              {cases.overdue === 0 ? 'None of them is late.' : `${counted(cases.overdue, 'is', 'are')} late.`}
            </LinkCard>
            <LinkCard to="/admin/people" title={counted(people, 'person', 'people')} level={2}>
              {suspended === 0 ? 'None of them suspended' : `${suspended.toLocaleString('en')} of them suspended`};{' '}
              {proposed === 0 ? '' : `${counted(proposed, 'suspension waits', 'suspensions wait')} for another admin; `}
              {counted(admins, 'admin')}.
            </LinkCard>
            <LinkCard to="/admin/errors" title={counted(openClientErrors, 'open client error')} level={2}>
              Kinds of failures in browsers that nobody has dealt with yet.
            </LinkCard>
            <LinkCard to="/admin/audit" title="Audit log" level={2}>
              Who did what that matters for trust. No entry is ever changed.
            </LinkCard>
          </div>
        )}
      </QueryView>
    </AdminFrame>
  )
}
