import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { HeldLicence, licencesContract } from './licences.schema.ts'

const held = getting<typeof licencesContract.held>('/api/licences/held')

/** Tools that creators let this person use; nothing where there are none. */
export function HeldLicences() {
  const query = useQuery(held)
  return (
    <QueryView
      query={query}
      loading={null}
      offline={null}
      failed={(failure) => <ErrorState title="Failed to fetch your free licences" {...failure} />}
    >
      {({ licences }) =>
        licences.length === 0 ? null : (
          <section aria-labelledby="held-licences" className="flex flex-col gap-4">
            <SectionHeader id="held-licences" title="Free licences" />
            <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
              {licences.map((licence) => (
                <Row key={licence.id} licence={licence} />
              ))}
            </ul>
          </section>
        )
      }
    </QueryView>
  )
}

const Row = ({ licence: { tool, createdAt } }: { readonly licence: HeldLicence }) => (
  <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
    <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
        {tool.isOffered ? (
          <Link
            to={`/fxn/${tool.slug}`}
            dir="auto"
            className="min-h-6 rounded-4 leading-6 hover:text-accent-text hover:underline"
          >
            {tool.title}
          </Link>
        ) : (
          <span dir="auto">{tool.title}</span>
        )}
        {tool.isOffered ? null : <Badge>No longer offered</Badge>}
      </p>
      <p className="meta-line">
        Given by its creator, who can take it back · <TimeAgo at={createdAt} />
      </p>
    </div>
    {tool.isOffered ? (
      <ButtonLink to={`/fxn/${tool.slug}`} size="dense">
        Open<span className="sr-only"> {tool.title}</span>
      </ButtonLink>
    ) : null}
  </li>
)
