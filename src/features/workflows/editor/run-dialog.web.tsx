import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { toText } from './config-values.ts'
import type { Draft } from './draft.ts'
import type { Brought } from './panel/sources.ts'
import { sampleInput } from './sample-input.ts'

export interface RunDialogProps {
  readonly workflowId: string
  readonly graph: Graph
  readonly draft: Draft
  /** The run that is gone through again, else the last one: what came with it is what a run begins with. */
  readonly before: Brought | undefined
  /** What is chosen first. */
  readonly wanted: 'draft' | 'simulation'
  /** The version that runs in production, if any. */
  readonly published: number | null
  readonly onClose: () => void
  /** A run of the draft is followed where it was begun. */
  readonly onDraftRun: (executionId: string) => void
}

/** "" is no input at all; undefined says that the text is no JSON. */
function inputIn(text: string): { input?: Json } | undefined {
  if (text.trim() === '') return {}
  try {
    return { input: JSON.parse(text) as Json }
  } catch {
    return undefined
  }
}

function inputToShow(graph: Graph, given: Json | undefined): Json {
  if (given === undefined) return sampleInput(graph)
  return hasWebhook(graph) ? ((given as { body?: Json } | null)?.body ?? null) : given
}

const hasWebhook = ({ nodes }: Graph) => nodes.some(({ type }) => type === 'webhook')

const DRAFTS = [
  { value: 'draft', label: 'The draft, as it is now' },
  { value: 'simulation', label: 'The draft, simulated' },
]
const SIMULATED =
  'Nobody outside is asked or told anything, and nothing is waited for. What is pinned stands for such a step, else what it gave last, else a sample; all others run.'

const IS_BODY = 'Takes the place of the body that a call of the webhook would bring: trigger.body in expressions.'
const IS_TRIGGER = 'What expressions find as trigger. Empty: nothing, or the sample of the manual start.'
const REDACTED = '"[redacted]"'
const WITH_SECRETS =
  'As the last run began. Its secret values are not shown, but come along while nothing is changed here.'
const AS_WRITTEN = 'What reads “[redacted]” is sent as it is written here: put the secret value in its place.'

/** Starts the draft, for real or simulated, or the published version, and leads to what happens. */
export function RunDialog({ graph, draft, before, wanted, published, onClose, ...props }: RunDialogProps) {
  const { workflowId, onDraftRun } = props
  const navigate = useNavigate()
  const [version, setVersion] = useState<string>(wanted)
  const isDraft = version !== 'published'
  // Nothing is what an empty field brings.
  const [begun] = useState(() => ({
    with: before,
    text: toText('json', inputToShow(graph, before?.input as Json | undefined) ?? ''),
  }))
  const [text, setText] = useState(begun.text)
  /** As it came, with the secret values that are redacted here. */
  const asBefore = isDraft && text === begun.text ? begun.with : undefined
  const [error, setError] = useState<string>()
  const [closing] = useState(() => new AbortController())
  // What is asked again without an answer would begin though somebody has cancelled it. What has begun is followed.
  const cancel = () => {
    closing.abort()
    onClose()
  }
  const run = useMutation({
    mutationFn: async (input: { input?: Json }) => {
      // It would begin once there is a connection again, though somebody has cancelled it by then.
      if (!navigator.onLine) throw new Error('There is no connection: runs begin on the server')
      if (isDraft && !(await draft.flush())) throw new Error('The draft could not be saved first')
      closing.signal.throwIfAborted()
      const simulate = version === 'simulation'
      const ofDraft = { ...(asBefore ? { inputOf: asBefore.id } : input), version: 'draft' as const, simulate }
      const asked = { params: { id: workflowId }, body: isDraft ? ofDraft : input }
      return api<typeof executionsContract.run>('POST', '/api/workflows/:id/run', asked, undefined, closing.signal)
    },
    onSuccess: ({ execution }) => {
      if (!isDraft) return navigate(`/workflows/${workflowId}/executions/${execution.id}`)
      onDraftRun(execution.id)
      return onClose()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const input = inputIn(text)
    setError(input === undefined ? 'The input is not valid JSON' : undefined)
    if (input === undefined) document.getElementById('run-input')?.focus()
    else if (!run.isPending) run.mutate(input)
  }
  const isWebhook = hasWebhook(graph)
  return (
    <Dialog
      open
      onClose={cancel}
      title={version === 'simulation' ? 'Simulate' : 'Run'}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form="run" variant="primary" busy={run.isPending}>
            {version === 'simulation' ? 'Simulate' : 'Run'}
          </Button>
        </>
      }
    >
      <form
        id="run"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
        className="flex flex-col gap-4"
      >
        {run.error === null ? null : (
          <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 font-medium text-bad">
            {messageOf(run.error)}
          </p>
        )}
        <RadioGroupField
          name="version"
          label="What to run"
          help={version === 'simulation' ? SIMULATED : undefined}
          options={[
            ...DRAFTS,
            ...(published === null ? [] : [{ value: 'published', label: `Version ${published}, as published` }]),
          ]}
          value={version}
          onChange={setVersion}
        />
        <TextAreaField
          id="run-input"
          label="Input (JSON)"
          help={text.includes(REDACTED) ? (asBefore ? WITH_SECRETS : AS_WRITTEN) : isWebhook ? IS_BODY : IS_TRIGGER}
          mono
          rows={5}
          spellCheck={false}
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined)
            setText(event.currentTarget.value)
          }}
        />
      </form>
    </Dialog>
  )
}

const messageOf = (error: Error) => (error.name === 'ApiError' ? toApiError(error).message : error.message)
