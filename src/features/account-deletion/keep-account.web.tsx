import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import type { accountDeletionContract } from './account-deletion.schema.ts'

interface KeepAccountProps {
  /** ISO 8601. */
  readonly dueAt: string
  readonly onKept: () => unknown
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Says when the account will be gone, with the one button that prevents it. */
export function KeepAccount({ dueAt, onKept }: KeepAccountProps) {
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await api<typeof accountDeletionContract.undo>('DELETE', '/api/account/deletion', {})
      toast({ kind: 'success', title: 'Your account stays' })
      await onKept()
    } catch (error) {
      toast({ kind: 'error', title: 'Your account is still to be deleted', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-14">
      <p className="font-medium text-warn">
        Your account will be deleted on {day.format(new Date(dueAt))}. Until then its workflows and keys rest.
      </p>
      <Button variant="primary" busy={busy} onClick={() => void keep()}>
        Keep my account
      </Button>
    </div>
  )
}
