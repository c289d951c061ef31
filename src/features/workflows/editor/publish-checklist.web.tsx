import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { diffGraphs, diffText } from '#src/lib/graph/diff.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { Workflow, workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'
import { type EditorProblem, sortedProblems } from './problems.ts'

const MAX_NOTE = 500

export interface PublishChecklistProps {
  readonly workflow: Workflow
  readonly draft: Draft
  readonly queryKey: readonly string[]
  readonly busy: boolean
  /** Somebody has saved after what was seen here, so it was not published. */
  readonly isRefused: boolean
  readonly onPublish: (seen: { note: string; revision: number }) => void
  readonly onShow: (nodeId: string, path?: string) => void
  readonly onClose: () => void
}

/** Saves the draft, has it checked, and takes in what somebody else has saved, so that what is seen is what was checked. */
async function check(id: string, draft: Draft, signal: AbortSignal) {
  if (!(await draft.flush())) throw new Error('The draft could not be saved first')
  const input = { params: { id } }
  const checked = await api<typeof workflowsContract.check>('GET', '/api/workflows/:id/problems', input, signal)
  if (checked.revision > draft.getState().revision) {
    const { workflow } = await api<typeof workflowsContract.get>('GET', '/api/workflows/:id', input, signal)
    draft.hear(workflow)
  }
  const { graph, revision } = draft.getState()
  return { problems: checked.problems, graph, revision }
}

/** Everything that is checked before a draft becomes a version: errors stand in the way, warnings never do. */
export function PublishChecklist(props: PublishChecklistProps) {
  const { workflow, draft, queryKey, isRefused, onPublish } = props
  const query = useQuery({ queryKey, queryFn: ({ signal }) => check(workflow.id, draft, signal), gcTime: 0 })
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState<Graph>()
  return (
    <QueryView
      query={{ ...query, data: query.isFetching ? undefined : query.data }}
      loading={<RowSkeletons count={2} label="Checking the draft…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="The draft could not be checked" {...failure} />}
    >
      {({ problems, graph, revision }) => (
        <>
          {isRefused && refused !== undefined ? <ChangedMeanwhile before={refused} after={graph} /> : null}
          <PublishForm
            {...props}
            {...{ graph, note }}
            {...sortedProblems(problems)}
            onNote={setNote}
            onSubmit={() => {
              setRefused(graph)
              onPublish({ note: note.trim(), revision })
            }}
          />
        </>
      )}
    </QueryView>
  )
}

function ChangedMeanwhile({ before, after }: { readonly before: Graph; readonly after: Graph }) {
  const changes = diffText(diffGraphs(before, after))
  return (
    <p role="alert" className="mb-5 flex items-start gap-2 font-medium text-warn">
      <TriangleAlert size={16} className="mt-0.5 flex-none" />
      <span>
        Nothing was published yet: this workflow was changed elsewhere meanwhile{changes === '' ? '' : ` (${changes})`}.
        Below is what would be published now.
      </span>
    </p>
  )
}

interface PublishFormProps extends Pick<PublishChecklistProps, 'workflow' | 'busy' | 'onShow' | 'onClose'> {
  readonly graph: Graph
  readonly note: string
  readonly onNote: (note: string) => void
  readonly onSubmit: () => void
  readonly errors: readonly EditorProblem[]
  readonly warnings: readonly EditorProblem[]
}

function PublishForm({
  workflow,
  graph,
  busy,
  note,
  onNote,
  onSubmit,
  onShow,
  onClose,
  errors,
  warnings,
}: PublishFormProps) {
  const form = useId()
  const publish = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy && errors.length === 0) onSubmit()
  }
  const show = (problem: EditorProblem) => {
    onClose()
    if (problem.nodeId !== undefined) onShow(problem.nodeId, problem.path)
  }
  const list = { graph, onShow: show }
  return (
    <form id={form} noValidate onSubmit={publish} className="flex flex-col gap-5">
      {errors.length === 0 ? (
        <p role="status" className="flex items-start gap-2 font-medium text-ok">
          <CircleCheck size={16} className="mt-0.5 flex-none" />
          {stepsChecked(graph)}: connections, settings, expressions, secrets. Nothing stands in the way.
        </p>
      ) : (
        <Problems kind="error" title={mendFirst(errors.length)} problems={errors} {...list} />
      )}
      {warnings.length === 0 ? null : (
        <Problems kind="warning" title={worthALook(warnings.length)} problems={warnings} {...list} />
      )}
      {errors.length > 0 ? null : (
        <>
          <WhatChanges workflow={workflow} graph={graph} />
          <TextAreaField
            label="Note"
            help="What is new, for whoever looks at the versions later."
            maxLength={MAX_NOTE}
            value={note}
            onChange={(event) => onNote(event.currentTarget.value)}
          />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{errors.length === 0 ? 'Cancel' : 'Close'}</Button>
        {errors.length > 0 ? null : (
          <Button type="submit" variant="primary" busy={busy} data-autofocus>
            Publish
          </Button>
        )}
      </div>
    </form>
  )
}

const stepsChecked = ({ nodes }: Graph) =>
  nodes.length === 1 ? '1 step was checked' : `${nodes.length} steps were checked`
const mendFirst = (count: number) => (count === 1 ? 'One thing stands in the way' : `${count} things stand in the way`)
const worthALook = (count: number) =>
  count === 1
    ? 'One thing is worth a look; it does not stand in the way'
    : `${count} things are worth a look; they do not stand in the way`

interface ProblemsProps {
  readonly kind: 'error' | 'warning'
  readonly title: string
  readonly problems: readonly EditorProblem[]
  readonly graph: Graph
  readonly onShow: (problem: EditorProblem) => void
}

const LOOKS = {
  error: { icon: CircleAlert, box: 'border-bad bg-bad-soft', tone: 'text-bad' },
  warning: { icon: TriangleAlert, box: 'border-warn bg-warn-soft', tone: 'text-warn' },
}

function Problems({ kind, title, problems, graph, onShow }: ProblemsProps) {
  const { icon: Icon, box, tone } = LOOKS[kind]
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={`flex flex-col gap-2 rounded-10 border p-4 ${box}`}>
      <h3 id={heading} className={`flex items-start gap-2 text-14 ${tone}`}>
        <Icon size={16} className="mt-0.5 flex-none" />
        {title}
      </h3>
      <ul className="flex flex-col gap-1 ps-6">
        {problems.map((problem, index) => (
          // Two problems may say the same of the same place.
          <li key={`${index} ${problem.message}`} className="list-disc">
            {problem.nodeId === undefined ? (
              problem.message
            ) : (
              <button
                type="button"
                onClick={() => onShow(problem)}
                className="min-h-6 rounded-4 align-top text-start underline underline-offset-[3px] pointer-coarse:min-h-11"
              >
                {nodeById(graph, problem.nodeId)?.name ?? problem.nodeId}: {problem.message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What publishing does to that which runs now. */
function WhatChanges({
  workflow: { id, status, publishedVersion },
  graph,
}: Pick<PublishFormProps, 'workflow' | 'graph'>) {
  const before = useQuery({
    ...getting<typeof workflowsContract.version>('/api/workflows', id, 'versions', String(publishedVersion)),
    enabled: publishedVersion !== null,
  })
  if (publishedVersion === null)
    return (
      <p className="text-text-2">
        The draft becomes a version that stays as it is, and whatever starts this workflow runs it.
      </p>
    )
  const changes = before.data === undefined ? undefined : diffText(diffGraphs(before.data.version.graph, graph))
  return (
    <p className="text-text-2">
      {changes === undefined
        ? 'Comparing with what runs now…'
        : changes === ''
          ? `The draft is the same as version ${publishedVersion}.`
          : `Against version ${publishedVersion}, which runs now: ${changes}.`}
      {status === 'paused' ? ' It is paused; publishing lets it run again.' : ''}
    </p>
  )
}
