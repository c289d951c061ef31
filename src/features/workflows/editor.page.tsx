import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { Editor } from './editor/editor.web.tsx'
import { nodeTypes, workflowOf } from './workflow-queries.web.tsx'
import type { workflowsContract } from './workflows.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call, publicUrl } = args.context.get(requestContext)
  const id = String(args.params.id)
  const [workflow, nodes] = await Promise.all([
    firstData(call<typeof workflowsContract.get>('GET', '/api/workflows/:id', { params: { id } })),
    firstData(call<typeof nodeTypesContract.list>('GET', '/api/nodes', {})),
  ])
  return { id, workflow, nodes, publicUrl }
}

export default function EditorPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <EditorView />
    </Protected>
  )
}

function EditorView() {
  const loaded = useLoaderData<typeof loader>()
  const workflow = useLoadedQuery(workflowOf(loaded.id), loaded.workflow)
  const nodes = useLoadedQuery(nodeTypes, loaded.nodes)
  const states = {
    loading: (
      <Frame>
        <RowSkeletons count={5} label="Loading the workflow…" />
      </Frame>
    ),
    offline: (
      <Frame>
        <OfflineState />
      </Frame>
    ),
  }
  return (
    <QueryView
      {...states}
      query={workflow}
      failed={(failure) => (
        <Frame>
          <ErrorState title="Failed to fetch this workflow" {...failure} />
        </Frame>
      )}
    >
      {(found) => (
        <QueryView
          {...states}
          query={nodes}
          failed={(failure) => (
            <Frame>
              <ErrorState title="Failed to fetch the kinds of steps" {...failure} />
            </Frame>
          )}
        >
          {(catalog) => (
            <Editor key={loaded.id} workflow={found.workflow} nodes={catalog.nodes} publicUrl={loaded.publicUrl} />
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <>
    <title>Workflow · Fettle</title>
    <PageHeader title="Workflow" />
    <PageBody>{children}</PageBody>
  </>
)
