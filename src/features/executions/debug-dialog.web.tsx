import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bug } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { handOver } from '#src/features/workflows/editor/handed-over.ts'
import type { Pins, pinsContract } from '#src/features/workflows/pins/pins.schema.ts'
import { pinsOf } from '#src/features/workflows/workflow-queries.web.tsx'
import type { workflowsContract } from '#src/features/workflows/workflows.schema.ts'
import { isChange } from '#src/lib/graph/beside.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Done } from '#src/lib/graph/history.ts'
import { Button, type ButtonSize } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { Debugged, DebugPlan, debugContract } from './debug.schema.ts'
import type { Execution } from './executions.schema.ts'
import { mendingPlace } from './failure-advice.ts'
import { versionText } from './run-words.ts'

interface DebugButtonProps {
  readonly execution: Execution
  readonly size?: ButtonSize
}

/** Leads into the editor, with what ran as the draft if that is wanted, and with what its steps gave. */
export function DebugButton({ execution, size = 'regular' }: DebugButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={Bug} size={size} onClick={() => setOpen(true)}>
        Debug in editor
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Debug this execution in the editor">
        {open ? <DebugForm execution={execution} onCancel={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}

interface DebugFormProps {
  readonly execution: Execution
  readonly onCancel: () => void
}

function DebugForm({ execution, onCancel }: DebugFormProps) {
  // The draft may have changed since it was looked at last.
  const query = useQuery({
    ...getting<typeof debugContract.plan>('/api/executions', execution.id, 'debug'),
    refetchOnMount: 'always',
  })
  return (
    <QueryView
      query={{ ...query, data: query.isFetching ? undefined : query.data }}
      loading={<RowSkeletons count={2} label="Comparing with the draft…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="This could not be prepared" {...failure} />}
    >
      {({ debug }) => <Choice execution={execution} plan={debug} onCancel={onCancel} />}
    </QueryView>
  )
}

type DraftChoice = 'keep' | 'replace'

interface DebugWish {
  readonly draft: DraftChoice
  readonly revision: number
}

/** What was done, and what undo needs of it. */
interface Outcome extends Debugged {
  readonly replaced: { readonly before: Graph; readonly after: Graph } | undefined
  /** By step, as they are now; undefined when they could not be had. */
  readonly pins: Pins | undefined
}

async function startDebug(client: QueryClient, { id, workflowId }: Execution, body: DebugWish): Promise<Outcome> {
  // Not by queries, which would wait for a connection in silence.
  const both =
    body.draft === 'replace' &&
    (await Promise.all([
      api<typeof workflowsContract.get>('GET', '/api/workflows/:id', { params: { id: workflowId } }),
      api<typeof debugContract.ran>('GET', '/api/executions/:id/graph', { params: { id } }),
    ]))
  const answer = await api<typeof debugContract.start>('POST', '/api/executions/:id/debug', { params: { id }, body })
  const listed = api<typeof pinsContract.list>('GET', '/api/workflows/:id/pins', { params: { id: workflowId } })
  const known = await listed.catch(() => undefined)
  if (known !== undefined) client.setQueryData(pinsOf(workflowId).queryKey, known)
  const pins = known?.pins as Pins | undefined
  // Had it been of another revision, it would not have been replaced.
  return { ...answer, pins, replaced: both ? { before: both[0].workflow.graph, after: both[1].graph } : undefined }
}

function useDebug(execution: Execution, revision: number) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { id, workflowId, error, steps } = execution
  return useMutation({
    mutationFn: (draft: DraftChoice) => startDebug(client, execution, { draft, revision }),
    onError: (cause) => toast({ kind: 'error', title: 'Debug failed', description: toApiError(cause).message }),
    onSuccess: async (outcome) => {
      handOver(workflowId, doneBy(outcome))
      const { length } = outcome.pinned
      toast({ kind: 'success', title: pinnedText(length), description: remarks(outcome).join(' ') || undefined })
      await client.invalidateQueries({ queryKey: ['/api/workflows'] })
      const at = error?.nodeId ?? steps[0]?.nodeId
      const place = at === undefined ? `/workflows/${workflowId}?` : `${mendingPlace(workflowId, at, error?.path)}&`
      await navigate(`${place}run=${id}`)
    },
  })
}

/** One step of the editor's history each; the draft last, since many pins push out what is older. */
function doneBy({ pinned, pins, replaced }: Outcome): Done[] {
  const at = Date.now()
  const changes = pinned.flatMap(({ nodeId, name, before }) => {
    if (pins === undefined || before === undefined) return []
    const beside = { kind: 'pin' as const, nodeId, before, after: pins[nodeId] ?? null }
    return isChange(beside) ? [{ label: `Pin “${name}”`, at, beside }] : []
  })
  return [...changes, ...(replaced ? [{ label: 'Replace the draft with what ran', at, ...replaced }] : [])]
}

/** What was not done, and what cannot be undone. */
function remarks({ pinned, pins, tooMuch, leftOut }: Outcome): string[] {
  const changed = pinned.filter(({ before }) => before !== undefined)
  const lost = pins === undefined ? [...changed, ...tooMuch] : tooMuch
  return [
    ...leftOut.slice(0, MOST_NAMED).map(({ name, message }) => `“${name}” was not pinned: ${message}.`),
    ...(leftOut.length > MOST_NAMED ? [`${leftOut.length - MOST_NAMED} more were not pinned.`] : []),
    ...(lost.length === 0 ? [] : [`Undo cannot bring back what was pinned before of ${namesOf(lost)}.`]),
  ]
}

/** In one message; the steps are all on the canvas. */
const MOST_NAMED = 3

function namesOf(steps: readonly { readonly name: string }[]): string {
  const names = steps.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`)
  const more = steps.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}

const pinnedText = (count: number) =>
  count === 0 ? 'Nothing had to be pinned' : `${count} ${count === 1 ? 'output is' : 'outputs are'} pinned in the draft`

interface ChoiceProps extends DebugFormProps {
  readonly plan: DebugPlan
}

function Choice({ execution, plan: { revision, changes, outputs, pinned }, onCancel }: ChoiceProps) {
  const isSame = changes === ''
  const [draft, setDraft] = useState<DraftChoice>('replace')
  const { mutate, isPending } = useDebug(execution, revision)
  const ran = execution.version === 'draft' ? 'the draft as it was then' : versionText(execution.version).toLowerCase()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(isSame ? 'keep' : draft)
      }}
      className="flex flex-col gap-4"
    >
      {isSame ? (
        <p>What ran was {ran}. Your draft is the same.</p>
      ) : (
        <>
          <p>
            What ran was {ran}. Your draft is different: with what ran in its place, {changes}.
          </p>
          <RadioGroupField
            label="The draft"
            name="draft"
            value={draft}
            onChange={(value) => setDraft(value === 'replace' ? 'replace' : 'keep')}
            help="What ran takes the place of the draft. Undo brings back the draft of now, which also stays among the replaced drafts, under Versions."
            options={[
              { value: 'replace', label: 'Debug what ran' },
              { value: 'keep', label: 'Keep my draft, and debug that' },
            ]}
          />
        </>
      )}
      <Outputs outputs={outputs} pinned={pinned} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {draft === 'replace' && !isSame ? 'Replace the draft and open' : 'Open in the editor'}
        </Button>
      </div>
    </form>
  )
}

const Outputs = ({ outputs, pinned }: Pick<DebugPlan, 'outputs' | 'pinned'>) =>
  outputs.length === 0 ? (
    <p className="text-text-2">No step of this run did more than compute, so test runs give the same again.</p>
  ) : (
    <div className="text-text-2">
      <p>
        What these steps gave is pinned in the draft, so that test runs do not do them again
        {pinned === 0 ? '' : '; where an output is pinned already, this one takes its place until you undo it'}. What
        the log hides, such as passwords and tokens, is pinned as “[redacted]”:
      </p>
      <ul className="list-disc ps-5">
        {outputs.map(({ nodeId, name }) => (
          <li key={nodeId}>{name}</li>
        ))}
      </ul>
    </div>
  )
