import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { Changes } from './changes.web.tsx'
import { contentChanges } from './content-changes.ts'
import type { creatorToolsContract } from './creator-tools.schema.ts'
import { TITLE_MAX, type ToolContent } from './tool-content.schema.ts'

interface ConflictDialogProps {
  readonly id: string
  readonly mine: ToolContent
  readonly theirs: ToolContent
  /** Which of them goes on. */
  readonly keep: 'mine' | 'theirs'
  readonly onDecided: () => void
  readonly onClose: () => void
}

const WORDS = {
  mine: {
    title: 'Keep your version?',
    confirm: 'Keep mine',
    goes: 'It takes the place of what was saved elsewhere.',
    copy: 'Save the other version as a new draft',
  },
  theirs: {
    title: 'Load the other version?',
    confirm: 'Load the other version',
    goes: 'It takes the place of what you have typed here.',
    copy: 'Save mine as a new draft',
  },
} as const

const COPY = ' (copy)'
const copyTitle = (title: string) => `${(title || 'Untitled tool').slice(0, TITLE_MAX - COPY.length)}${COPY}`

/** Lets one of two versions go on; the other one becomes a draft of its own, unless somebody does not want it. */
export function ConflictDialog({ id, mine, theirs, keep, onDecided, onClose }: ConflictDialogProps) {
  const [wantsCopy, setWantsCopy] = useState(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const words = WORDS[keep]
  const [stays, goes] = keep === 'mine' ? [mine, theirs] : [theirs, mine]
  const copy = { ...goes, title: copyTitle(goes.title) }
  const decide = async () => {
    setFailure('')
    setBusy(true)
    try {
      if (wantsCopy) {
        const body = { content: copy, copyOf: id }
        await api<typeof creatorToolsContract.create>('POST', '/api/tools', { body })
        toast({ kind: 'success', title: 'Saved as a new draft', description: `“${copy.title}” is among your tools` })
      }
      onDecided()
    } catch (error) {
      setFailure(toApiError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void decide()}
      title={words.title}
      confirmLabel={words.confirm}
      danger={!wantsCopy}
      busy={busy}
    >
      <p>{words.goes}</p>
      <Changes changes={contentChanges(goes, stays)} />
      <CheckboxField
        label={words.copy}
        checked={wantsCopy}
        error={failure === '' ? undefined : failure}
        onChange={({ currentTarget }) => setWantsCopy(currentTarget.checked)}
      />
      <Button
        size="dense"
        icon={Download}
        className="self-start"
        onClick={() => saveFile(`${copy.title}.json`, JSON.stringify(goes, null, 2), 'application/json')}
      >
        Download what goes
      </Button>
    </ConfirmDialog>
  )
}
