import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
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

interface Imported {
  readonly id: string
  readonly name: string
  readonly report: ImportReport
}

const importFile = async (file: string): Promise<Imported> => {
  const { workflow, report } = await api<typeof workflowFilesContract.import>('POST', '/api/workflows/import', {
    body: { file },
  })
  return { id: workflow.id, name: workflow.name, report }
}

/** Takes a file of ours or of n8n, then says what of it needs a look. */
export function ImportWorkflow({ from, onClose }: ImportWorkflowProps) {
  const navigate = useNavigate()
  const [imported, setImported] = useState<Imported>()
  const close = () => {
    setImported(undefined)
    onClose()
  }
  const finish = (all: readonly Imported[]) => {
    const [only, ...others] = all
    if (only === undefined) return
    if (others.length > 0) {
      toast({ kind: 'success', title: `${all.length} workflows imported`, description: 'They are drafts now.' })
      close()
    } else if (only.report.notes.length === 0) void navigate(`/workflows/${only.id}`)
    else setImported(only)
  }
  return (
    <Dialog
      open={from !== undefined}
      onClose={close}
      title={imported === undefined ? WORDS[from ?? 'fettle'].title : 'Imported'}
    >
      {imported === undefined ? (
        <ImportForm help={WORDS[from ?? 'fettle'].help} onImported={finish} onCancel={close} />
      ) : (
        <Report imported={imported} onOpen={() => void navigate(`/workflows/${imported.id}`)} />
      )}
    </Dialog>
  )
}

/** Refusals of the file as a whole have nothing to be found by. */
const OF_ALL: ReadonlySet<string> = new Set(['', 'file', 'format'])

interface ImportFormProps {
  readonly help: string
  readonly onImported: (imported: readonly Imported[]) => void
  readonly onCancel: () => void
}

function ImportForm({ help, onImported, onCancel }: ImportFormProps) {
  const id = useId()
  const client = useQueryClient()
  const [file, setFile] = useState('')
  const [errors, setErrors] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (file.trim() === '') {
      setErrors(['Choose a file, or paste its text'])
      return document.getElementById(id)?.focus()
    }
    setBusy(true)
    const done: Imported[] = []
    try {
      for (const one of filesIn(file)) done.push(await importFile(one))
      onImported(done)
    } catch (error) {
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
  imported: { name, report },
  onOpen,
}: {
  readonly imported: Imported
  readonly onOpen: () => void
}) => (
  <div className="flex flex-col gap-4 text-14">
    <p role="status">
      “{name}” is a draft now. {report.mapped} of {report.total} steps were understood; these need a look:
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
        Open the workflow
      </Button>
    </div>
  </div>
)
