import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { toast } from '#src/client/toasts.ts'
import { diffGraphs, diffText } from '#src/lib/graph/diff.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { GraphDiff } from '../diff/graph-diff.web.tsx'
import { tellSaved } from '../editor/draft-channel.web.tsx'
import { handOver } from '../editor/handed-over.ts'
import type { keptDraftsContract } from '../kept-drafts/kept-drafts.schema.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'
import { type OpenDraft, refuseUnseen, replaceOpen } from './replace-open.ts'
import type { workflowFilesContract } from './workflow-files.schema.ts'

/** A version that was published, or a draft that was kept. */
type Source = { readonly version: number } | { readonly draftId: string; readonly name: string }

interface RestoreProps {
  readonly id: string
  /** Absent where no editor is open. */
  readonly draft?: OpenDraft | undefined
  readonly source: Source
  readonly onRestored: () => void
}

const nameOf = (source: Source) => ('version' in source ? `Version ${source.version}` : source.name)

interface Replacing {
  readonly before: Graph
  readonly graph: Graph
  /** Of the draft before. */
  readonly revision: number
}

async function replaceDraft(id: string, source: Source, { before, graph, revision }: Replacing): Promise<number> {
  const saved =
    'version' in source
      ? await api<typeof workflowFilesContract.restore>('POST', '/api/workflows/:id/versions/:n/restore', {
          params: { id, n: source.version },
          body: { revision },
        })
      : await api<typeof workflowsContract.saveDraft>('PUT', '/api/workflows/:id/draft', {
          params: { id },
          body: { graph, revision, keepReplaced: true },
        })
  tellSaved({ id, revision: saved.revision })
  handOver(id, [{ label: `Restore ${nameOf(source)}`, at: Date.now(), before, after: graph }])
  return saved.revision
}

/** What would become the draft. */
function useSource(id: string, source: Source) {
  const version = useQuery({
    ...getting<typeof workflowsContract.version>(
      '/api/workflows',
      id,
      'versions',
      'version' in source ? String(source.version) : '',
    ),
    enabled: 'version' in source,
  })
  const kept = useQuery({
    ...getting<typeof keptDraftsContract.get>(
      '/api/workflows',
      id,
      'kept-drafts',
      'draftId' in source ? source.draftId : '',
    ),
    enabled: 'draftId' in source,
  })
  return { graph: version.data?.version.graph ?? kept.data?.draft.graph, error: version.error ?? kept.error }
}

interface Wanted extends Replacing {
  readonly isSame: boolean
  readonly publishes: boolean
}

/** Says what would become of the draft, then does it: as the draft, or at once as a new version. */
export function Restore({ id, draft: open, source, onRestored }: RestoreProps) {
  const client = useQueryClient()
  const draft = useQuery({ ...workflowOf(id), refetchOnMount: 'always' })
  const { refetch } = draft
  // What was typed a moment ago is compared, too.
  useEffect(() => {
    if (open?.isDirty()) void open.flush().then(() => refetch())
  }, [open, refetch])
  const wanted = useSource(id, source)
  const name = nameOf(source)
  const restore = async ({ isSame, ...replacing }: Omit<Wanted, 'publishes'>) => {
    const { graph, revision } = replacing
    const label = `Restore ${name}`
    if (open !== undefined) return replaceOpen(open, { graph: isSame ? undefined : graph, label, compared: revision })
    return isSame ? revision : replaceDraft(id, source, replacing)
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ publishes, ...wanted }: Wanted) => {
      const { revision } = wanted
      const restored = await restore(wanted)
      if (!publishes) return undefined
      refuseUnseen(revision, restored)
      const { version } = await api<typeof workflowsContract.publish>('POST', '/api/workflows/:id/publish', {
        params: { id },
        body: { note: `${name} restored`, revision: restored },
      })
      return version
    },
    onSuccess: async (version) => {
      toast(
        version === undefined
          ? { kind: 'success', title: `${name} is the draft now`, description: 'Publish it to run it.' }
          : { kind: 'success', title: `${name} runs again`, description: `As version ${version}.` },
      )
      onRestored()
      await client.invalidateQueries({ queryKey: ['/api/workflows'] })
    },
    onError: async (error) => {
      toast({ kind: 'error', title: 'Restore failed', description: toApiError(error).message })
      await refetch()
    },
  })
  if (draft.isError || wanted.error !== null)
    return (
      <p role="alert" className="text-14 text-bad">
        {toApiError(draft.error ?? wanted.error).message}
      </p>
    )
  const { graph } = wanted
  if (draft.data === undefined || graph === undefined || draft.isFetching)
    return <p className="text-14 text-text-2">Comparing…</p>
  const { workflow } = draft.data
  const changes = diffText(diffGraphs(workflow.graph, graph))
  const go = (publishes: boolean) =>
    mutate({
      ...{ before: workflow.graph, graph, revision: workflow.revision },
      ...{ isSame: changes === '', publishes },
    })
  return (
    <div className="flex flex-col gap-3 rounded-6 bg-sunken p-3">
      <p role="status" className="text-14">
        {changes === '' ? 'The draft is the same as this version.' : `The draft would change: ${changes}.`}
      </p>
      {changes === '' ? null : <GraphDiff before={workflow.graph} after={graph} label="What would change" />}
      <div className="flex flex-wrap gap-2">
        {changes === '' ? null : (
          <Button
            size="dense"
            variant="primary"
            busy={isPending && variables.publishes === false}
            onClick={() => go(false)}
          >
            Replace the draft
          </Button>
        )}
        <Button size="dense" busy={isPending && variables.publishes} onClick={() => go(true)}>
          Publish as a new version
        </Button>
      </div>
      {changes === '' ? null : <p className="text-13 text-text-2">The draft of now stays among the replaced drafts.</p>}
    </div>
  )
}
