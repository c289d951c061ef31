import { useQueryClient } from '@tanstack/react-query'
import { History, Play, Rocket } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { WorkflowBadge } from '../workflow-badge.web.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { Workflow } from '../workflows.schema.ts'
import { FailureCard } from './failure-card.web.tsx'
import { FormCard } from './form-card.web.tsx'
import { nodeTypesByName } from './graph-edit.ts'
import { ConflictNotice, ProblemList } from './notices.web.tsx'
import { PollCard } from './poll-card.web.tsx'
import { type EditorProblem, stillOpen } from './problems.ts'
import { usePublishing } from './publish.web.tsx'
import { RunDialog } from './run-dialog.web.tsx'
import { SaveStatus } from './save-status.web.tsx'
import { ScheduleCard } from './schedule-card.web.tsx'
import { SettingsCard } from './settings-card.web.tsx'
import { StepList, useOpenSteps } from './step-list.web.tsx'
import { useConflict } from './use-conflict.web.tsx'
import { useDraft, useLeaveGuard } from './use-draft.web.tsx'
import { useTrial } from './use-trial.web.tsx'
import { WebhookCard } from './webhook-card.web.tsx'
import { WorkflowName } from './workflow-name.web.tsx'

interface EditorProps {
  readonly workflow: Workflow
  readonly nodes: readonly NodeTypeEntry[]
  readonly publicUrl: string
  /** A step to begin with, from the address. */
  readonly firstStep: string | null
  /** Throws this editor away and begins again with what the server has. */
  readonly onReload: () => void
}

/** The last time that publishing was refused. */
interface Refusal {
  readonly problems: readonly EditorProblem[]
  readonly graph: Graph
  readonly count: number
}

const has = (graph: Graph, trigger: 'webhook' | 'form') => graph.nodes.some(({ type }) => type === trigger)

/** The first editor: steps as a list of forms, saved as one types, published when one says so. */
export function Editor({ workflow, nodes, publicUrl, firstStep, onReload }: EditorProps) {
  const { id, name, status, publishedVersion, hookPath, formPath } = workflow
  const client = useQueryClient()
  const [types] = useState(() => nodeTypesByName(nodes))
  const { draft, state } = useDraft(workflow)
  const { graph } = state
  const [refusal, setRefusal] = useState<Refusal>({ problems: [], graph, count: 0 })
  const problems = stillOpen(refusal.problems, refusal.graph, graph)
  const [running, setRunning] = useState(false)
  const steps = useOpenSteps(firstStep)
  const trial = useTrial({ workflowId: id, draft, types, onRun: steps.show })
  const guard = useLeaveGuard(draft)
  const conflict = useConflict(workflow, { draft, onReload })
  const { publish, unpublish } = usePublishing({
    id,
    draft,
    onProblems: (found, refused) => setRefusal(({ count }) => ({ problems: found, graph: refused, count: count + 1 })),
  })
  const [isWebhook, isForm] = [has(graph, 'webhook'), has(graph, 'form')]
  const isWithoutAddress = (isWebhook && hookPath === null) || (isForm && formPath === null)
  const wantsAddress = isWithoutAddress && state.phase === 'saved'
  useEffect(() => {
    if (wantsAddress) void client.invalidateQueries({ queryKey: workflowOf(id).queryKey })
  }, [client, id, wantsAddress])

  const isLive = status === 'published'
  const isPublishedAsIs = isLive && workflow.upToDate && workflow.revision === state.revision && state.phase === 'saved'
  return (
    <>
      <title>{`${name} · Fettle`}</title>
      <PageHeader
        eyebrow={<Breadcrumbs trail={[{ label: 'Workflows', to: '/workflows' }, { label: name }]} />}
        title={name}
        actions={
          <>
            <Button icon={Play} onClick={() => setRunning(true)}>
              Run
            </Button>
            <Button
              variant="primary"
              icon={Rocket}
              busy={publish.isPending}
              disabled={isPublishedAsIs}
              onClick={() => publish.mutate()}
            >
              {isPublishedAsIs ? 'Published' : isLive ? 'Publish changes' : 'Publish'}
            </Button>
            <ButtonLink to={`/workflows/${id}/executions`} icon={History}>
              Executions
            </ButtonLink>
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas pe-2">
          <WorkflowBadge status={status} version={publishedVersion} />
          <SaveStatus state={state} onSave={() => void draft.flush()} />
          <WorkflowName id={id} name={name} />
        </div>
      </PageHeader>
      <PageBody>
        {state.phase === 'conflict' ? <ConflictNotice {...conflict} /> : null}
        {problems.length > 0 ? (
          <ProblemList
            key={refusal.count}
            problems={problems}
            nameOf={(nodeId) => nodeById(graph, nodeId)?.name ?? nodeId}
            onShow={steps.show}
          />
        ) : null}
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <StepList graph={graph} types={types} problems={problems} edit={draft.edit} steps={steps} trial={trial} />
          <aside aria-label="Start and state" className="flex min-w-0 flex-col gap-6">
            {isWebhook ? (
              <WebhookCard
                workflow={workflow}
                graph={graph}
                address={hookPath === null ? null : publicUrl + hookPath}
              />
            ) : null}
            {isForm ? <FormCard address={formPath === null ? null : publicUrl + formPath} isLive={isLive} /> : null}
            <ScheduleCard graph={graph} />
            <PollCard workflowId={id} graph={graph} types={types} isLive={isLive} />
            <FailureCard workflowId={id} graph={graph} edit={draft.edit} />
            <SettingsCard graph={graph} edit={draft.edit} />
            <StateCard
              workflow={workflow}
              isPublishedAsIs={isPublishedAsIs}
              busy={unpublish.isPending}
              onUnpublish={() => unpublish.mutate()}
            />
          </aside>
        </div>
      </PageBody>
      {running ? (
        <RunDialog
          workflowId={id}
          graph={graph}
          draft={draft}
          published={publishedVersion}
          onClose={() => setRunning(false)}
        />
      ) : null}
      {trial.dialog}
      <ConfirmDialog
        open={guard.asking}
        onClose={guard.stay}
        onConfirm={guard.leave}
        title={`Leave “${name}” without saving?`}
        confirmLabel="Leave"
        danger
      >
        <p>The last changes could not be saved. They are lost when you leave.</p>
      </ConfirmDialog>
    </>
  )
}

interface StateCardProps {
  readonly workflow: Workflow
  readonly isPublishedAsIs: boolean
  readonly busy: boolean
  readonly onUnpublish: () => void
}

function StateCard({ workflow, isPublishedAsIs, busy, onUnpublish }: StateCardProps) {
  const { status, publishedVersion } = workflow
  if (status !== 'published')
    return (
      <Card heading="Draft">
        <p className="text-14 text-text-2">
          Run tries it as it is. Nothing else starts it until you publish it: then this draft becomes a version that
          stays as it is.
        </p>
      </Card>
    )
  return (
    <Card
      heading={`Runs version ${publishedVersion}`}
      footer={
        <Button size="dense" busy={busy} onClick={onUnpublish}>
          Unpublish
        </Button>
      }
    >
      <p className="text-14 text-text-2">
        {isPublishedAsIs
          ? `Whatever starts this workflow runs version ${publishedVersion}. The draft is the same.`
          : `Whatever starts this workflow runs version ${publishedVersion}, without the changes in the draft. Publish them when they are ready.`}
      </p>
    </Card>
  )
}
