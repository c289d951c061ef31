import { Plus, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { exportWorkflows } from './files/export-workflow.web.tsx'
import { ImportWorkflow } from './files/import-workflow.web.tsx'
import { Versions } from './files/versions.web.tsx'
import { ListFilter } from './list/list-filter.web.tsx'
import { addressOf, filterIn, showsAll } from './list/list-words.ts'
import { SelectionBar } from './list/selection-bar.web.tsx'
import { TagDialog } from './list/tag-dialog.web.tsx'
import { useWorkflowActs, type WorkflowActs } from './list/use-workflow-acts.web.tsx'
import { WaysIn } from './list/ways-in.web.tsx'
import { WorkflowList } from './list/workflow-list.web.tsx'
import { NewWorkflow } from './new-workflow.web.tsx'
import { PauseWords } from './pause-words.web.tsx'
import type { WorkflowCard, WorkflowEntry, workflowsContract } from './workflows.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const filter = filterIn(args.url.searchParams)
  const first = await firstData(call<typeof workflowsContract.list>('GET', '/api/workflows', { query: filter }))
  return { filter, first }
}

export default function WorkflowsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Workflows />
    </Protected>
  )
}

/** The dialog for a new workflow is part of the address, so that other pages can lead to it. */
function useNewDialog() {
  const [search, setSearch] = useSearchParams()
  const set = (open: boolean) => {
    const next = new URLSearchParams(search)
    next.delete('new')
    if (open) next.set('new', '')
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [search.has('new'), set] as const
}

function useWorkflows() {
  const { filter, first } = useLoaderData<typeof loader>()
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    api<typeof workflowsContract.list>('GET', '/api/workflows', { query: { ...filter, cursor } }, signal)
  const query = useLoadedPages({ queryKey: ['/api/workflows', 'pages', addressOf(filter)], fetchPage, loaded: first })
  return { filter, query, workflows: query.data?.pages.flatMap((page) => page.workflows) ?? [] }
}

/**
 * Whoever has deleted the last row by key goes on from what is shown in place of rows, and from the first row once there
 * is one again.
 */
function useFocusKept(count: number) {
  const shown = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const isOther = (count === 0) !== (before.current === 0)
    if (isOther && document.activeElement === document.body)
      shown.current?.querySelector<HTMLElement>(count === 0 ? 'a, button' : '[data-row-link]')?.focus()
    before.current = count
  }, [count])
  return shown
}

function Workflows() {
  const { filter, query, workflows } = useWorkflows()
  const shown = useFocusKept(workflows.length)
  const acts = useWorkflowActs()
  const [creating, setCreating] = useNewDialog()
  const [importing, setImporting] = useState<'fettle' | 'n8n'>()
  const [looking, setLooking] = useState<WorkflowCard>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [tagging, setTagging] = useState<ReadonlySet<string>>(new Set())
  const [pausing, setPausing] = useState<readonly WorkflowEntry[]>([])
  // What is no longer in sight is never acted upon.
  const selected = workflows.filter(({ id }) => chosen.has(id))
  const forSelected = (action: 'resume' | 'unpublish' | 'delete') =>
    void acts.act(action, selected).then((done) => done && setChosen(new Set()))
  const create = (
    <>
      <Button icon={Upload} onClick={() => setImporting('fettle')}>
        Import
      </Button>
      <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
        New workflow
      </Button>
    </>
  )
  return (
    <>
      <title>Workflows · Fettle</title>
      <PageHeader
        title="Workflows"
        lead="Steps that run one after the other when something happens. Edits stay a draft until you publish."
        actions={create}
      />
      <PageBody>
        <QueryView
          query={query}
          loading={<RowSkeletons count={6} label="Loading workflows…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState title="Failed to fetch workflows" {...failure} />}
        >
          {() =>
            workflows.length === 0 && showsAll(filter) ? (
              <div ref={shown}>
                <WaysIn onBlank={() => setCreating(true)} onImport={setImporting} />
              </div>
            ) : (
              <>
                <ListFilter filter={filter} />
                {workflows.length === 0 ? (
                  <div ref={shown}>
                    <NothingFits />
                  </div>
                ) : (
                  <div ref={shown} className="flex flex-col gap-3">
                    <SelectionBar
                      shown={workflows.length}
                      chosen={selected.length}
                      busy={acts.busy}
                      onAll={() => setChosen(new Set(workflows.map(({ id }) => id)))}
                      onNone={() => setChosen(new Set())}
                      onPause={() => setPausing(selected)}
                      onResume={() => forSelected('resume')}
                      onUnpublish={() => forSelected('unpublish')}
                      onTags={() => setTagging(new Set(selected.map(({ id }) => id)))}
                      onExport={() => void exportWorkflows(selected)}
                      onDelete={() => forSelected('delete')}
                    />
                    <WorkflowList
                      workflows={workflows}
                      chosen={chosen}
                      onChoose={setChosen}
                      onPause={(one) => setPausing([one])}
                      onResume={(one) => void acts.act('resume', [one])}
                      onUnpublish={(one) => void acts.act('unpublish', [one])}
                      onDuplicate={(one) => void acts.duplicate(one)}
                      onTags={({ id }) => setTagging(new Set([id]))}
                      onVersions={setLooking}
                      onExport={(one) => void exportWorkflows([one])}
                      onDelete={(one) => void acts.act('delete', [one])}
                      {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
                      busy={query.isFetchingNextPage}
                    />
                  </div>
                )}
              </>
            )
          }
        </QueryView>
      </PageBody>
      <NewWorkflow open={creating} onClose={() => setCreating(false)} />
      <ImportWorkflow from={importing} onClose={() => setImporting(undefined)} />
      <Versions workflow={looking} onClose={() => setLooking(undefined)} />
      <TagDialog
        workflows={workflows.filter(({ id }) => tagging.has(id))}
        acts={acts}
        onClose={() => setTagging(new Set())}
      />
      <PauseDialog workflows={pausing} acts={acts} onClose={() => setPausing([])} />
    </>
  )
}

const NothingFits = () => (
  <EmptyState title="No workflows fit" actions={<ButtonLink to="/workflows">Show all workflows</ButtonLink>}>
    Search for another word, or take a filter away.
  </EmptyState>
)

interface PauseDialogProps {
  /** Asks while there are some. */
  readonly workflows: readonly WorkflowEntry[]
  readonly acts: WorkflowActs
  readonly onClose: () => void
}

function PauseDialog({ workflows, acts, onClose }: PauseDialogProps) {
  const [first, ...others] = workflows
  return (
    <ConfirmDialog
      open={first !== undefined}
      onClose={onClose}
      title={others.length === 0 ? `Pause “${first?.name ?? ''}”?` : `Pause ${workflows.length} workflows?`}
      confirmLabel="Pause"
      busy={acts.busy}
      onConfirm={() => void acts.act('pause', workflows).then(onClose)}
    >
      <p>Until you resume:</p>
      <PauseWords />
    </ConfirmDialog>
  )
}
