import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FileDrop } from '#src/ui/fields/file-drop.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { filesIn } from './bundle.ts'
import { MAX_FILE_LENGTH } from './workflow-file-limits.ts'
import type { ImportReport, workflowFilesContract } from './workflow-files.schema.ts'

interface ImportWorkflowProps {
  /** Whose file is meant; closed without it. */
  readonly from: 'fettle' | 'n8n' | undefined
  readonly onClose: () => void
  /** Takes the steps of the file into the workflow that is open; without it each file becomes a workflow. */
  readonly onSteps?: ((graph: Graph) => void) | undefined
}

const WORDS = {
  fettle: {
    title: 'Import a workflow',
    help: 'A workflow exported from Fettle or from n8n, as JSON. It becomes a draft; secrets are never part of a file.',
  },
  n8n: {
    title: 'Import from n8n',
    help: 'In n8n: open the workflow, then Download in its menu. Or select its nodes, copy them, and paste here.',
  },
}

const STEPS_HELP =
  'A workflow exported from Fettle or from n8n, as JSON. Its steps take the place of those here; secrets are never part of a file.'

interface Imported {
  readonly name: string
  readonly report: ImportReport
  /** The workflow that it is now, or the steps that are to become part of the open one. */
  readonly made: { readonly id: string } | { readonly graph: Graph }
}

const importFile = async (file: string, signal: AbortSignal): Promise<Imported> => {
  const { workflow, report } = await api<typeof workflowFilesContract.import>(
    'POST',
    '/api/workflows/import',
    { body: { file } },
    signal,
  )
  return { made: { id: workflow.id }, name: workflow.name, report }
}

const readSteps = async (file: string, signal: AbortSignal): Promise<Imported> => {
  const { name, graph, report } = await api<typeof workflowFilesContract.read>(
    'POST',
    '/api/workflows/read-file',
    { body: { file } },
    signal,
  )
  return { made: { graph }, name, report }
}

/** Takes a file of ours or of n8n, then says what of it needs a look. */
export function ImportWorkflow({ from, onClose, onSteps }: ImportWorkflowProps) {
  const navigate = useNavigate()
  const [imported, setImported] = useState<Imported>()
  const close = () => {
    setImported(undefined)
    onClose()
  }
  const open = ({ made }: Imported) => {
    if ('id' in made) return void navigate(`/workflows/${made.id}`)
    close()
    onSteps?.(made.graph)
  }
  const finish = (all: readonly Imported[]) => {
    const [only, ...others] = all
    if (only === undefined) return
    if (others.length > 0) {
      toast({ kind: 'success', title: `${all.length} workflows imported`, description: 'They are drafts now.' })
      close()
    } else if (only.report.notes.length === 0) open(only)
    else setImported(only)
  }
  return (
    <Dialog
      open={from !== undefined}
      onClose={close}
      title={imported === undefined ? WORDS[from ?? 'fettle'].title : 'Imported'}
    >
      {imported === undefined ? (
        <ImportForm
          help={onSteps === undefined ? WORDS[from ?? 'fettle'].help : STEPS_HELP}
          takesSteps={onSteps !== undefined}
          onImported={finish}
          onCancel={close}
        />
      ) : (
        <Report imported={imported} onOpen={() => open(imported)} />
      )}
    </Dialog>
  )
}

/** Refusals of the file as a whole have nothing to be found by. */
const OF_ALL: ReadonlySet<string> = new Set(['', 'file', 'format'])

interface ImportFormProps {
  readonly help: string
  readonly takesSteps: boolean
  readonly onImported: (imported: readonly Imported[]) => void
  readonly onCancel: () => void
}

function ImportForm({ help, takesSteps, onImported, onCancel }: ImportFormProps) {
  const id = useId()
  const client = useQueryClient()
  const [file, setFile] = useState('')
  const [errors, setErrors] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [closing] = useState(() => new AbortController())
  // What was cancelled is no longer wanted, however late its answer comes.
  useEffect(() => () => closing.abort(), [closing])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (file.trim() === '') {
      setErrors(['Choose a file, or paste its text'])
      return document.getElementById(id)?.focus()
    }
    setBusy(true)
    const done: Imported[] = []
    try {
      const files = filesIn(file)
      // Several have no room in one: they become workflows beside it.
      const take = takesSteps && files.length === 1 ? readSteps : importFile
      for (const one of files) done.push(await take(one, closing.signal))
      onImported(done)
    } catch (error) {
      if (closing.signal.aborted) return
      const { message, details } = toApiError(error)
      const reasons = details.map(({ field, message: reason }) => (OF_ALL.has(field) ? reason : `${field}: ${reason}`))
      const before =
        done.length === 0 ? [] : [`The first ${done.length} of the file are drafts now; the next was not taken.`]
      setErrors([...before, ...(reasons.length === 0 ? [message] : reasons)])
    } finally {
      if (done.length > 0) await client.invalidateQueries({ queryKey: ['/api/workflows'] })
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {errors.length === 0 ? null : (
        <div role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 font-medium text-bad">
          <p>This was not imported.</p>
          <ul className="list-disc ps-5 [overflow-wrap:anywhere]">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </div>
      )}
      <TextAreaField
        id={id}
        label="Workflow as JSON"
        help={help}
        mono
        required
        spellCheck={false}
        autoComplete="off"
        value={file}
        onChange={(event) => {
          setErrors([])
          setFile(event.currentTarget.value)
        }}
      />
      <FileDrop area={{ id, label: 'workflow file', value: file }} maxBytes={MAX_FILE_LENGTH} onChange={setFile} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Import
        </Button>
      </div>
    </form>
  )
}

const Report = ({
  imported: { name, report, made },
  onOpen,
}: {
  readonly imported: Imported
  readonly onOpen: () => void
}) => (
  <div className="flex flex-col gap-4 text-14">
    <p role="status">
      {'id' in made ? `“${name}” is a draft now.` : `“${name}” was read.`} {report.mapped} of {report.total} steps were
      understood; these need a look:
    </p>
    <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto [overflow-wrap:anywhere]">
      {report.notes.map(({ node, message }) => (
        <li key={`${node} ${message}`}>
          <strong className="font-medium">{node}</strong>: {message}
        </li>
      ))}
    </ul>
    <div className="flex justify-end">
      <Button variant="primary" onClick={onOpen}>
        {'id' in made ? 'Open the workflow' : 'Take its steps'}
      </Button>
    </div>
  </div>
)
