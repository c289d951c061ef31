import { useQuery } from '@tanstack/react-query'
import { History, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { nodeTypesByName } from '../editor/graph-edit.ts'
import { comparable, comparisonText, isLaterThan } from '../files/comparison.web.tsx'
import { Restore } from '../files/restore-version.web.tsx'
import { nodeTypes, workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'
import { PastView } from './past-view.web.tsx'

/** Which step is read and what is compared change the address, and nothing of what was loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const { id = '', version: number = '' } = args.params
  if (!/^[1-9]\d{0,8}$/.test(number)) throw new Response('Not Found', { status: 404, statusText: 'Not Found' })
  const params = { id }
  const [workflow, version, nodes] = await Promise.all([
    firstData(call<typeof workflowsContract.get>('GET', '/api/workflows/:id', { params })),
    firstData(
      call<typeof workflowsContract.version>('GET', '/api/workflows/:id/versions/:n', {
        params: { id, n: Number(number) },
      }),
    ),
    firstData(call<typeof nodeTypesContract.list>('GET', '/api/nodes', {})),
  ])
  return { id, number: Number(number), workflow, version, nodes }
}

export default function VersionPage() {
  const { id, number } = useLoaderData<typeof loader>()
  return (
    <Protected waiting={<PageSpinner />}>
      <VersionView key={`${id} ${number}`} />
    </Protected>
  )
}

const versionOf = (id: string, number: number) =>
  getting<typeof workflowsContract.version>('/api/workflows', id, 'versions', String(number))
const versionsOf = (id: string) => getting<typeof workflowsContract.versions>('/api/workflows', id, 'versions')

function VersionView() {
  const { id, number, ...loaded } = useLoaderData<typeof loader>()
  const workflow = useLoadedQuery(workflowOf(id), loaded.workflow)
  const version = useLoadedQuery(versionOf(id, number), loaded.version)
  const nodes = useLoadedQuery(nodeTypes, loaded.nodes)
  const all = useQuery(versionsOf(id))
  const data =
    workflow.data && version.data && nodes.data
      ? { name: workflow.data.workflow.name, ...version.data, types: nodeTypesByName(nodes.data.nodes) }
      : undefined
  const waits = [workflow, version, nodes].find((query) => query.data === undefined) ?? workflow
  return (
    <QueryView
      query={{ ...waits, data }}
      loading={<Loading number={number} />}
      offline={
        <PageBody>
          <OfflineState />
        </PageBody>
      }
      failed={(failure) => (
        <PageBody>
          <ErrorState title="Failed to fetch this version" {...failure} />
        </PageBody>
      )}
    >
      {({ name, types, version: { graph, note, createdAt } }) => (
        <>
          <title>{`Version ${number} of ${name} · Fettle`}</title>
          <PastView
            {...{ types, graph }}
            workflow={{ id, name }}
            title={`Version ${number}`}
            facts={
              <span className="meta-line">
                published <TimeAgo at={createdAt} />
              </span>
            }
            actions={<Actions id={id} number={number} />}
            about={
              <div className="flex flex-col gap-2 text-14 text-text-2">
                {note === '' ? null : <p className="text-text [overflow-wrap:anywhere]">“{note}”</p>}
                <p>This is what was published as version {number}. Choose a step to read its settings.</p>
              </div>
            }
            comparable={comparable(
              (all.data?.versions ?? []).map((one) => one.version).filter((one) => one !== number),
            )}
            comparisonText={(other) => comparisonText(number, other)}
            isLater={(other) => isLaterThan(number, other)}
          />
        </>
      )}
    </QueryView>
  )
}

const Loading = ({ number }: { number: number }) => (
  <>
    <title>Version · Fettle</title>
    <PageHeader title={`Version ${number}`} />
    <PageBody>
      <RowSkeletons count={5} label="Loading the version…" />
    </PageBody>
  </>
)

function Actions({ id, number }: { id: string; number: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="dense" icon={History} onClick={() => setOpen(true)}>
        Restore…
      </Button>
      <ButtonLink to={`/workflows/${id}`} size="dense" variant="primary" icon={PencilLine}>
        Edit the draft
      </ButtonLink>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`Restore version ${number}`} size="wide">
        {isOpen ? <Restore id={id} source={{ version: number }} onRestored={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}
