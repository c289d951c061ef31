import { Suspense } from 'react'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { Workflow } from '../workflows.schema.ts'
import { FailureCard } from './failure-card.web.tsx'
import { FormCard } from './form-card.web.tsx'
import type { NodeTypes } from './graph-edit.ts'
import { PollCard } from './poll-card.web.tsx'
import { SettingsCard } from './settings-card.web.tsx'
import type { Edit } from './step-form.web.tsx'
import { WebhookCard } from './webhook-card.web.tsx'

const ScheduleCard = lazyPart(async () => (await import('./schedule-card.web.tsx')).ScheduleCard)

interface WorkflowPanelProps extends StateCardProps {
  readonly graph: Graph
  readonly types: NodeTypes
  readonly publicUrl: string
  readonly edit: Edit
  /** What the trigger brought last, where that is known. */
  readonly brought: unknown
}

const has = (graph: Graph, trigger: 'webhook' | 'form') => graph.nodes.some(({ type }) => type === trigger)

/** Where an address is still to come: it is made when a draft with such a trigger is first saved. */
export const lacksAddress = (graph: Graph, { hookPath, formPath }: Workflow): boolean =>
  (has(graph, 'webhook') && hookPath === null) || (has(graph, 'form') && formPath === null)

/** The workflow as a whole, shown while no step is selected. */
export function WorkflowPanel({ graph, types, publicUrl, edit, brought, ...state }: WorkflowPanelProps) {
  const { workflow } = state
  const { id, hookPath } = workflow
  const isLive = workflow.status === 'published'
  return (
    <aside
      aria-label="Start and state"
      className="relative flex min-w-0 flex-col gap-4 p-4 lg:w-[26rem] lg:shrink-0 lg:overflow-y-auto lg:border-s lg:border-line"
    >
      {has(graph, 'webhook') ? (
        <WebhookCard
          {...{ workflow, graph, lastCall: brought }}
          address={hookPath === null ? null : publicUrl + hookPath}
        />
      ) : null}
      {has(graph, 'form') ? <FormCard {...{ workflow, publicUrl }} /> : null}
      {graph.nodes.some(({ type }) => type === 'schedule') ? (
        <Suspense>
          <ScheduleCard graph={graph} />
        </Suspense>
      ) : null}
      <PollCard workflowId={id} graph={graph} types={types} isLive={isLive} />
      <StateCard {...state} />
      <FailureCard workflowId={id} graph={graph} edit={edit} />
      <SettingsCard graph={graph} edit={edit} />
    </aside>
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
