import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { Button } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { DeleteWorkflow } from './delete-workflow.web.tsx'
import { ImportWorkflow } from './files/import-workflow.web.tsx'
import { Versions } from './files/versions.web.tsx'
import { NewWorkflow } from './new-workflow.web.tsx'
import { WorkflowList } from './workflow-list.web.tsx'
import type { WorkflowCard, workflowsContract } from './workflows.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  return { first: await firstData(call<typeof workflowsContract.list>('GET', '/api/workflows', { query: {} })) }
}

const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
  api<typeof workflowsContract.list>('GET', '/api/workflows', { query: { cursor } }, signal)

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
  const set = (open: boolean) => setSearch(open ? { new: '' } : {}, { replace: true, preventScrollReset: true })
  return [search.has('new'), set] as const
}

function Workflows() {
  const { first } = useLoaderData<typeof loader>()
  const query = useLoadedPages({ queryKey: ['/api/workflows', 'pages'], fetchPage, loaded: first })
  const [creating, setCreating] = useNewDialog()
  const [importing, setImporting] = useState(false)
  const [looking, setLooking] = useState<WorkflowCard>()
  const [doomed, setDoomed] = useState<WorkflowCard>()
  const create = (
    <>
      <Button icon={Upload} onClick={() => setImporting(true)}>
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
          {({ pages }) => {
            const workflows = pages.flatMap((page) => page.workflows)
            return workflows.length === 0 ? (
              <EmptyState title="No workflows yet" actions={create}>
                Begin with a name. A new workflow starts by hand; a webhook can take its place later.
              </EmptyState>
            ) : (
              <WorkflowList
                workflows={workflows}
                onVersions={setLooking}
                onDelete={setDoomed}
                {...(query.hasNextPage && { onMore: () => void query.fetchNextPage() })}
                busy={query.isFetchingNextPage}
              />
            )
          }}
        </QueryView>
      </PageBody>
      <NewWorkflow open={creating} onClose={() => setCreating(false)} />
      <ImportWorkflow open={importing} onClose={() => setImporting(false)} />
      <Versions workflow={looking} onClose={() => setLooking(undefined)} />
      <DeleteWorkflow workflow={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}
