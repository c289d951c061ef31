import { ListOrdered } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { durationText } from '#src/client/duration.ts'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { debugContract } from '#src/features/executions/debug.schema.ts'
import { DebugButton } from '#src/features/executions/debug-dialog.web.tsx'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import { adviceFor } from '#src/features/executions/failure-advice.ts'
import { useExecution } from '#src/features/executions/live-execution.web.tsx'
import { STATUS_WORDS, versionText } from '#src/features/executions/run-words.ts'
import { FailureNote } from '#src/features/executions/step-values.web.tsx'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { SimulatedBadge } from '#src/ui/simulated-badge.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { nodeTypesByName } from '../editor/graph-edit.ts'
import { stepsByNode } from '../editor/panel/live-run.ts'
import { nodeTypes } from '../workflow-queries.web.tsx'
import { PastView } from './past-view.web.tsx'

/** Which step is read and what is compared change the address, and nothing of what was loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const { workflowId = '', executionId: id = '' } = args.params
  const params = { id }
  const [found, ran, nodes] = await Promise.all([
    firstData(call<typeof executionsContract.get>('GET', '/api/executions/:id', { params })),
    firstData(call<typeof debugContract.ran>('GET', '/api/executions/:id/graph', { params })),
    firstData(call<typeof nodeTypesContract.list>('GET', '/api/nodes', {})),
  ])
  if (found !== undefined && found.execution.workflowId !== workflowId)
    throw new Response('Not Found', { status: 404, statusText: 'Not Found' })
  return { id, workflowId, found, ran, nodes }
}

export default function RunCanvasPage() {
  const { id } = useLoaderData<typeof loader>()
  return (
    <Protected waiting={<PageSpinner />}>
      <RunView key={id} />
    </Protected>
  )
}

const DRAFT_ONLY = [{ value: 'draft', label: 'The draft of now' }]

function RunView() {
  const { id, workflowId, found, ...loaded } = useLoaderData<typeof loader>()
  const { query, live } = useExecution(id, found)
  const ran = useLoadedQuery(getting<typeof debugContract.ran>('/api/executions', id, 'graph'), loaded.ran)
  const nodes = useLoadedQuery(nodeTypes, loaded.nodes)
  const execution = query.data?.execution
  const steps = useMemo(() => stepsByNode(execution?.steps ?? []), [execution?.steps])
  const types = useMemo(() => nodeTypesByName(nodes.data?.nodes ?? []), [nodes.data])
  const data = execution && ran.data && nodes.data ? { execution, graph: ran.data.graph } : undefined
  const waits = [query, ran, nodes].find((one) => one.data === undefined) ?? query
  return (
    <QueryView
      query={{ ...waits, data }}
      loading={<Loading />}
      offline={
        <PageBody>
          <OfflineState />
        </PageBody>
      }
      failed={(failure) => (
        <PageBody>
          <ErrorState title="Failed to fetch this execution" {...failure} />
        </PageBody>
      )}
    >
      {({ execution: run, graph }) => (
        <>
          <title>{`Execution of ${run.workflowName} on the canvas · Fettle`}</title>
          <LiveRegion message={STATUS_WORDS[run.status]} />
          <PastView
            {...{ types, graph }}
            workflow={{ id: workflowId, name: run.workflowName }}
            title={run.version === 'draft' ? 'The draft that ran' : versionText(run.version)}
            facts={
              <>
                <StatusLabel status={run.status} />
                {run.simulated ? <SimulatedBadge /> : null}
                <span className="meta-line">
                  {run.durationMs === null ? '' : `${durationText(run.durationMs)} · `}
                  <TimeAgo at={run.createdAt} />
                </span>
              </>
            }
            actions={
              <>
                <ButtonLink
                  to={`/workflows/${workflowId}/executions/${id}`}
                  variant="ghost"
                  size="dense"
                  icon={ListOrdered}
                >
                  Timeline
                </ButtonLink>
                {live || !isFinal(run.status) ? null : <DebugButton execution={run} size="dense" />}
              </>
            }
            about={
              <>
                {run.error === null ? null : (
                  <FailureNote message={run.error.message}>
                    <p className="text-14">{adviceFor(run.error.code)}</p>
                  </FailureNote>
                )}
                <p className="text-14 text-text-2">
                  These are the steps that ran, as they were then. Choose one to see what went in and what came out.
                </p>
              </>
            }
            comparable={DRAFT_ONLY}
            comparisonText={() => 'What the draft of now changed of what ran'}
            isLater={() => true}
            run={{ executionId: id, steps }}
          />
        </>
      )}
    </QueryView>
  )
}

const Loading = () => (
  <>
    <title>Execution · Fettle</title>
    <PageHeader title="Execution" />
    <PageBody>
      <RowSkeletons count={5} label="Loading the execution…" />
    </PageBody>
  </>
)
