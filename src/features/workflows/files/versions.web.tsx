import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { diffGraphs, diffText } from '#src/lib/graph/diff.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { WorkflowCard, workflowsContract } from '../workflows.schema.ts'
import type { workflowFilesContract } from './workflow-files.schema.ts'

interface VersionsProps {
  /** Open while there is one. */
  readonly workflow: WorkflowCard | undefined
  readonly onClose: () => void
}

/** What was published of a workflow, and the way back to it. */
export const Versions = ({ workflow, onClose }: VersionsProps) => (
  <Dialog open={workflow !== undefined} onClose={onClose} title={`Versions of “${workflow?.name ?? ''}”`}>
    {workflow === undefined ? null : <VersionList workflow={workflow} onRestored={onClose} />}
  </Dialog>
)

interface VersionListProps {
  readonly workflow: WorkflowCard
  readonly onRestored: () => void
}

function VersionList({ workflow: { id, publishedVersion }, onRestored }: VersionListProps) {
  // What was published in the editor a moment ago belongs to the list.
  const query = useQuery({
    ...getting<typeof workflowsContract.versions>('/api/workflows', id, 'versions'),
    refetchOnMount: 'always',
  })
  const [chosen, setChosen] = useState<number>()
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={3} label="Loading versions…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="The versions could not be loaded" {...failure} />}
    >
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState level={3} title="Nothing published yet">
            Each time you publish, the draft is kept here as a version.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {versions.map(({ version, note, createdAt }) => (
              <li key={version} className="flex flex-col gap-2 py-3">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <div className="flex min-w-0 flex-col gap-1">
                    <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
                      Version {version}
                      {version === publishedVersion ? <Badge>runs now</Badge> : null}
                    </p>
                    {note === '' ? null : <p className="text-14 [overflow-wrap:anywhere]">{note}</p>}
                    <p className="meta-line">
                      published <TimeAgo at={createdAt} />
                    </p>
                  </div>
                  <Button
                    size="dense"
                    aria-expanded={chosen === version}
                    aria-label={`Restore version ${version}…`}
                    onClick={() => setChosen(chosen === version ? undefined : version)}
                  >
                    Restore…
                  </Button>
                </div>
                {chosen === version ? <Restore id={id} version={version} onRestored={onRestored} /> : null}
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

interface RestoreProps {
  readonly id: string
  readonly version: number
  readonly onRestored: () => void
}

/** Says what would become of the draft, then does it. */
function Restore({ id, version, onRestored }: RestoreProps) {
  const client = useQueryClient()
  const draft = useQuery({ ...workflowOf(id), refetchOnMount: 'always' })
  const wanted = useQuery(getting<typeof workflowsContract.version>('/api/workflows', id, 'versions', String(version)))
  const { mutate, isPending } = useMutation({
    mutationFn: (revision: number) =>
      api<typeof workflowFilesContract.restore>('POST', '/api/workflows/:id/versions/:n/restore', {
        params: { id, n: version },
        body: { revision },
      }),
    onSuccess: async () => {
      toast({ kind: 'success', title: `Version ${version} is the draft now`, description: 'Publish it to run it.' })
      onRestored()
      await client.invalidateQueries({ queryKey: ['/api/workflows'] })
    },
    onError: async (error) => {
      toast({ kind: 'error', title: 'Restore failed', description: toApiError(error).message })
      await draft.refetch()
    },
  })
  if (draft.isError || wanted.isError)
    return (
      <p role="alert" className="text-14 text-bad">
        {toApiError(draft.error ?? wanted.error).message}
      </p>
    )
  if (draft.data === undefined || wanted.data === undefined || draft.isFetching)
    return <p className="text-14 text-text-2">Comparing…</p>
  const { workflow } = draft.data
  const changes = diffText(diffGraphs(workflow.graph, wanted.data.version.graph))
  if (changes === '')
    return (
      <p role="status" className="text-14 text-text-2">
        The draft is the same as this version.
      </p>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-6 bg-sunken px-3 py-2">
      <p role="status" className="text-14">
        The draft would change: {changes}.
      </p>
      <Button size="dense" variant="primary" busy={isPending} onClick={() => mutate(workflow.revision)}>
        Replace the draft
      </Button>
    </div>
  )
}
