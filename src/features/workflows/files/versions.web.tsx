import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ShowOlder } from '#src/ui/show-older.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { KeptDraft, keptDraftsContract } from '../kept-drafts/kept-drafts.schema.ts'
import { MAX_KEPT_DRAFTS } from '../kept-drafts/kept-drafts-limit.ts'
import type { WorkflowCard, workflowsContract } from '../workflows.schema.ts'
import { CompareVersions } from './compare-versions.web.tsx'
import type { OpenDraft } from './replace-open.ts'
import { Restore } from './restore-version.web.tsx'

export interface VersionsProps {
  /** Open while there is one. */
  readonly workflow: Pick<WorkflowCard, 'id' | 'name' | 'publishedVersion'> | undefined
  /** Absent where no editor is open. */
  readonly draft?: OpenDraft
  readonly onClose: () => void
}

/** What was published of a workflow and what its draft was, what is different, and the way back. */
export const Versions = ({ workflow, draft, onClose }: VersionsProps) => (
  <Dialog open={workflow !== undefined} onClose={onClose} title={`Versions of “${workflow?.name ?? ''}”`} size="wide">
    {workflow === undefined ? null : (
      <div className="flex flex-col gap-6">
        <VersionList workflow={workflow} draft={draft} onRestored={onClose} />
        <KeptDrafts id={workflow.id} draft={draft} onRestored={onClose} />
      </div>
    )}
  </Dialog>
)

interface VersionListProps {
  readonly draft: OpenDraft | undefined
  readonly workflow: Pick<WorkflowCard, 'id' | 'publishedVersion'>
  readonly onRestored: () => void
}

function VersionList({ workflow: { id, publishedVersion }, draft, onRestored }: VersionListProps) {
  // What was published in the editor a moment ago belongs to the list.
  const query = useInfiniteQuery({
    queryKey: ['/api/workflows', id, 'versions', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api<typeof workflowsContract.versions>(
        'GET',
        '/api/workflows/:id/versions',
        { params: { id }, query: { cursor: pageParam } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor,
    refetchOnMount: 'always',
  })
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={3} label="Loading versions…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="The versions could not be loaded" {...failure} />}
    >
      {({ pages }) => {
        const versions = pages.flatMap((page) => page.versions)
        if (versions.length === 0)
          return (
            <EmptyState level={3} title="Nothing published yet">
              Each time you publish, the draft is kept here as a version.
            </EmptyState>
          )
        return (
          <>
            <ul className="divide-y divide-line">
              {versions.map(({ version, note, createdAt }) => (
                <Entry
                  key={version}
                  name={`version ${version}`}
                  title={
                    <>
                      Version {version}
                      {version === publishedVersion ? <Badge>runs now</Badge> : null}
                    </>
                  }
                  note={note}
                  meta={
                    <>
                      published <TimeAgo at={createdAt} />
                    </>
                  }
                  view={`/workflows/${id}/versions/${version}`}
                  compare={<CompareVersions id={id} version={version} versions={versions} />}
                  restore={<Restore id={id} draft={draft} source={{ version }} onRestored={onRestored} />}
                />
              ))}
            </ul>
            <ShowOlder query={query}>Show older versions</ShowOlder>
          </>
        )
      }}
    </QueryView>
  )
}

const REASONS: Record<KeptDraft['reason'], string> = {
  'taken-over': 'Another draft took its place',
  restored: 'A version was restored',
}

/** Drafts that another one took the place of; nothing is said where there are none. */
function KeptDrafts({
  id,
  draft: open,
  onRestored,
}: Pick<VersionListProps, 'draft' | 'onRestored'> & { readonly id: string }) {
  const headingId = useId()
  const { data, isError, refetch } = useQuery({
    ...getting<typeof keptDraftsContract.list>('/api/workflows', id, 'kept-drafts'),
    refetchOnMount: 'always',
  })
  if (data === undefined && isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-14 text-bad">
        Drafts that were replaced could not be loaded.
        <Button size="dense" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (data === undefined || data.drafts.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h3 id={headingId} className="text-16">
        Replaced drafts
      </h3>
      <p className="text-14 text-text-2">
        The last {MAX_KEPT_DRAFTS} are kept: one more takes the place of the oldest.
      </p>
      <ul className="divide-y divide-line">
        {data.drafts.map((draft) => (
          <Entry
            key={draft.id}
            name={`draft ${draft.revision}`}
            title={`Draft ${draft.revision}`}
            note={REASONS[draft.reason]}
            meta={
              <>
                replaced <TimeAgo at={draft.createdAt} />
              </>
            }
            restore={
              <Restore
                id={id}
                draft={open}
                source={{ draftId: draft.id, name: `Draft ${draft.revision}` }}
                onRestored={onRestored}
              />
            }
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  readonly name: string
  readonly title: ReactNode
  readonly note: string
  readonly meta: ReactNode
  /** Where it is drawn. */
  readonly view?: string
  readonly compare?: ReactNode
  readonly restore: ReactNode
}

function Entry({ name, title, note, meta, view, compare, restore }: EntryProps) {
  const [shown, setShown] = useState<'compare' | 'restore'>()
  const toggle = (what: 'compare' | 'restore') => () => setShown(shown === what ? undefined : what)
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2 text-14 font-medium">{title}</p>
          {note === '' ? null : <p className="text-14 [overflow-wrap:anywhere]">{note}</p>}
          <p className="meta-line">{meta}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          {view === undefined ? null : (
            <ButtonLink to={view} size="dense" variant="ghost" aria-label={`View ${name}`}>
              View
            </ButtonLink>
          )}
          {compare === undefined ? null : (
            <Button
              size="dense"
              variant="ghost"
              aria-expanded={shown === 'compare'}
              aria-label={`Compare ${name}…`}
              onClick={toggle('compare')}
            >
              Compare…
            </Button>
          )}
          <Button
            size="dense"
            aria-expanded={shown === 'restore'}
            aria-label={`Restore ${name}…`}
            onClick={toggle('restore')}
          >
            Restore…
          </Button>
        </span>
      </div>
      {shown === 'compare' ? compare : null}
      {shown === 'restore' ? restore : null}
    </li>
  )
}
