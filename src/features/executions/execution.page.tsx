import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleStop, Network, PencilLine } from 'lucide-react'
import { useCallback } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { durationText } from '#src/client/duration.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { toast } from '#src/client/toasts.ts'
import { RunApprovals } from '#src/features/approvals/run-approvals.web.tsx'
import { isFinal } from '#src/lib/run-status.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { byteText } from '#src/ui/fields/text-file.ts'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { SimulatedBadge } from '#src/ui/simulated-badge.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { DebugButton } from './debug-dialog.web.tsx'
import type { Execution, executionsContract } from './executions.schema.ts'
import { adviceFor, mendingPlace } from './failure-advice.ts'
import { executionOf, useExecution } from './live-execution.web.tsx'
import { RetryMenu, useRetry } from './retry-menu.web.tsx'
import { duplicatesText, STATUS_WORDS, stepsText, triggerText, versionText, waitsForText } from './run-words.ts'
import { StepTimeline } from './step-timeline.web.tsx'
import { FailureNote, TechnicalDetail, Value } from './step-values.web.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const { workflowId = '', executionId: id = '' } = args.params
  const found = await firstData(call<typeof executionsContract.get>('GET', '/api/executions/:id', { params: { id } }))
  if (found !== undefined && found.execution.workflowId !== workflowId)
    throw new Response('Not Found', { status: 404, statusText: 'Not Found' })
  return { id, workflowId, found }
}

export default function ExecutionPage() {
  const { id } = useLoaderData<typeof loader>()
  return (
    <Protected waiting={<PageSpinner />}>
      <ExecutionView key={id} />
    </Protected>
  )
}

function ExecutionView() {
  const { id, workflowId, found } = useLoaderData<typeof loader>()
  const { query, live } = useExecution(id, found)
  const execution = query.data?.execution
  const name = execution?.workflowName ?? 'Workflow'
  return (
    <>
      <title>{`Execution of ${name} · Fettle`}</title>
      <PageHeader
        eyebrow={
          <Breadcrumbs
            trail={[
              { label: 'Workflows', to: '/workflows' },
              { label: name, to: `/workflows/${workflowId}` },
              { label: 'Executions', to: `/workflows/${workflowId}/executions` },
              { label: 'Execution' },
            ]}
          />
        }
        title={`Execution of “${name}”`}
        actions={
          <>
            {live ? <CancelButton id={id} /> : null}
            {live || execution === undefined ? null : (
              <>
                <RetryMenu execution={execution} />
                <DebugButton execution={execution} />
              </>
            )}
            <ButtonLink to={`/workflows/${workflowId}/executions/${id}/canvas`} icon={Network}>
              On the canvas
            </ButtonLink>
            <ButtonLink to={`/workflows/${workflowId}`} icon={PencilLine}>
              Edit workflow
            </ButtonLink>
          </>
        }
      >
        {execution ? <Facts execution={execution} /> : null}
      </PageHeader>
      <LiveRegion message={execution ? spoken(execution) : ''} />
      <PageBody>
        <QueryView
          query={query}
          loading={<RowSkeletons count={5} label="Loading the execution…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState title="Failed to fetch this execution" {...failure} />}
        >
          {(data) => <Details execution={data.execution} />}
        </QueryView>
      </PageBody>
    </>
  )
}

const spoken = ({ status, durationMs }: Execution) =>
  durationMs === null ? STATUS_WORDS[status] : `${STATUS_WORDS[status]} after ${durationText(durationMs)}`

function CancelButton({ id }: { id: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api<typeof executionsContract.cancel>('POST', '/api/executions/:id/cancel', { params: { id } }),
    onError: (error) => toast({ kind: 'error', title: 'Cancel failed', description: toApiError(error).message }),
    onSettled: () => client.invalidateQueries({ queryKey: executionOf(id).queryKey }),
  })
  return (
    <Button icon={CircleStop} busy={isPending} onClick={() => mutate()}>
      Cancel
    </Button>
  )
}

function Facts({ execution }: { execution: Execution }) {
  const { status, version, trigger, duplicates, createdAt, dueAt, durationMs, retryOf, workflowId, parent } = execution
  return (
    <p className="flex w-fit flex-wrap items-center gap-x-4 gap-y-1 bg-canvas pe-2">
      <StatusLabel status={status} />
      {execution.simulated ? <SimulatedBadge /> : null}
      <span className="meta-line">
        {durationMs === null ? '' : `${durationText(durationMs)} · `}
        {execution.waitsFor === null ? '' : `${waitsForText(execution.waitsFor)} · `}
        {dueAt === null ? null : (
          <>
            goes on <TimeAgo at={dueAt} /> at the latest ·{' '}
          </>
        )}
        {versionText(version)} · {triggerText(trigger)} ·{' '}
        {retryOf === null ? null : (
          <>
            <TextLink to={`/workflows/${workflowId}/executions/${retryOf}`}>repeats an earlier execution</TextLink> ·{' '}
          </>
        )}
        {duplicates === 0 ? null : `${duplicatesText(duplicates)} · `}
        <TimeAgo at={createdAt} />
      </span>
      {parent === null ? null : (
        <TextLink to={`/workflows/${parent.workflowId}/executions/${parent.id}`} className="text-14">
          Called by “{parent.workflowName}”
        </TextLink>
      )}
    </p>
  )
}

function Details({ execution }: { execution: Execution }) {
  const { error, steps, input, output, workflowId } = execution
  const { mutate, isPending } = useRetry(execution)
  // The same one from one drawing to the next: the rows of the steps are drawn again only for what is theirs.
  const retryFrom = useCallback(
    (from: string) => (isPending ? undefined : mutate({ from, version: 'same' })),
    [isPending, mutate],
  )
  return (
    <>
      {error === null ? null : <Failure error={error} workflowId={workflowId} steps={steps} />}
      <section aria-labelledby="steps" className="flex flex-col gap-4">
        <SectionHeader id="steps" title="Steps" actions={<span className="meta-line">{stepsText(steps)}</span>} />
        <StepTimeline execution={execution} onRetry={isFinal(execution.status) ? retryFrom : undefined} />
      </section>
      <Retries execution={execution} />
      <Files execution={execution} />
      <RunApprovals executionId={execution.id} live={!isFinal(execution.status)} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Value label="Input of the run" value={input} />
        {isFinal(execution.status) ? <Value label="Output of the run" value={output} /> : null}
      </div>
    </>
  )
}

/** What somebody sent with a form. A browser saves it; it is never opened here. */
function Files({ execution: { id, files } }: { execution: Execution }) {
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files" className="flex flex-col gap-4">
      <SectionHeader id="files" title="Files" />
      <p className="max-w-prose text-14 text-text-2">
        Somebody sent these with the form. Open one only if you know who it is from.
      </p>
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-0">
              <bdi className="block truncate text-14">{file.name}</bdi>
              <span className="meta-line">
                {file.field} · {byteText(file.bytes)}
              </span>
            </span>
            <a
              href={`/api/executions/${id}/files/${file.id}`}
              download={file.name}
              aria-label={`Download ${file.name}`}
              className="text-14 text-accent-text underline"
            >
              Download
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type FailureProps = Pick<Execution, 'steps' | 'workflowId'> & { readonly error: NonNullable<Execution['error']> }

/** What went wrong, what to do about it, and the way to where it is done. */
const Failure = ({ error, workflowId, steps }: FailureProps) => {
  const step = steps.find(({ nodeId }) => nodeId === error.nodeId)
  return (
    <FailureNote message={error.message}>
      <p className="text-14">{adviceFor(error.code)}</p>
      {error.nodeId === undefined ? null : (
        <p className="text-14">
          <TextLink to={mendingPlace(workflowId, error.nodeId, error.path ?? step?.error?.path)}>
            Open this step in the editor
          </TextLink>
        </p>
      )}
      <TechnicalDetail error={error} />
    </FailureNote>
  )
}

/** The executions that repeat this one. */
function Retries({ execution: { retries, workflowId } }: { execution: Execution }) {
  if (retries.length === 0) return null
  return (
    <section aria-labelledby="retries" className="flex flex-col gap-4">
      <SectionHeader id="retries" title="Repeated by" />
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {retries.map(({ id, status, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <StatusLabel status={status} />
            <span className="flex items-center gap-3">
              <TimeAgo at={createdAt} className="meta-line" />
              <TextLink to={`/workflows/${workflowId}/executions/${id}`}>Open</TextLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
