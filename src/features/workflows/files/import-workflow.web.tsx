import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FileDrop } from '#src/ui/fields/file-drop.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { MAX_FILE_LENGTH } from './workflow-file-limits.ts'
import type { ImportReport, workflowFilesContract } from './workflow-files.schema.ts'

interface ImportWorkflowProps {
  readonly open: boolean
  readonly onClose: () => void
}

interface Imported {
  readonly id: string
  readonly name: string
  readonly report: ImportReport
}

/** Takes a file of ours or of n8n, then says what of it needs a look. */
export function ImportWorkflow({ open, onClose }: ImportWorkflowProps) {
  const navigate = useNavigate()
  const [imported, setImported] = useState<Imported>()
  const close = () => {
    setImported(undefined)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={imported === undefined ? 'Import a workflow' : 'Imported'}>
      {imported === undefined ? (
        <ImportForm
          onImported={(done) =>
            done.report.notes.length === 0 ? void navigate(`/workflows/${done.id}`) : setImported(done)
          }
        />
      ) : (
        <Report imported={imported} onOpen={() => void navigate(`/workflows/${imported.id}`)} />
      )}
    </Dialog>
  )
}

function ImportForm({ onImported }: { readonly onImported: (imported: Imported) => void }) {
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
    try {
      const { workflow, report } = await api<typeof workflowFilesContract.import>('POST', '/api/workflows/import', {
        body: { file },
      })
      await client.invalidateQueries({ queryKey: ['/api/workflows'] })
      onImported({ id: workflow.id, name: workflow.name, report })
    } catch (error) {
      const { message, details } = toApiError(error)
      const reasons = details.map((one) => (one.field === '' ? one.message : `${one.field}: ${one.message}`))
      setErrors(reasons.length === 0 ? [message] : reasons)
    } finally {
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
        label="File"
        help="A workflow exported from Fettle or from n8n, as JSON. It becomes a draft; secrets are never part of a file."
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
      <div className="flex justify-end">
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
