import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { webhooksContract } from '#src/features/webhooks/webhooks.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { workflowOf } from '../workflow-queries.web.tsx'

interface HookSecretsProps {
  readonly workflowId: string
  readonly asksForSignatures: boolean
  readonly hasSigningSecret: boolean
}

/** What of a webhook is secret: its address, and what its callers sign with. */
export function HookSecrets({ workflowId, asksForSignatures, hasSigningSecret }: HookSecretsProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'address' | 'secret' | null>(null)
  const close = () => setAsking(null)
  const refresh = () => client.invalidateQueries({ queryKey: workflowOf(workflowId).queryKey })
  const renew = useMutation({
    mutationFn: () =>
      api<typeof webhooksContract.renewAddress>('POST', '/api/workflows/:id/hook-secret', {
        params: { id: workflowId },
      }),
    onSuccess: async () => {
      close()
      await refresh()
      toast({ kind: 'success', title: 'New address', description: 'The old one no longer answers.' })
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'The address did not change', description: toApiError(error).message }),
  })
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      {asksForSignatures && !hasSigningSecret ? (
        <p className="text-14 text-bad">
          This webhook asks for signatures and has no signing secret: it answers nobody until it has one.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {asksForSignatures ? (
          <Button size="dense" onClick={() => setAsking('secret')}>
            {hasSigningSecret ? 'Change the signing secret' : 'Set a signing secret'}
          </Button>
        ) : null}
        <Button size="dense" variant="ghost" onClick={() => setAsking('address')}>
          New address
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'address'}
        onClose={close}
        onConfirm={() => renew.mutate()}
        title="Give this webhook a new address?"
        confirmLabel="New address"
        danger
      >
        <p>Whoever calls the old address gets no answer any more, from now on.</p>
      </ConfirmDialog>
      <SigningSecretDialog
        workflowId={workflowId}
        open={asking === 'secret'}
        onClose={() => {
          close()
          void refresh()
        }}
      />
    </div>
  )
}

interface SigningSecretDialogProps {
  readonly workflowId: string
  readonly open: boolean
  readonly onClose: () => void
}

const SigningSecretDialog = ({ workflowId, open, onClose }: SigningSecretDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Signing secret" size="small">
    <SigningSecretForm workflowId={workflowId} onDone={onClose} />
  </Dialog>
)

/** Takes the secret of the one who signs, or makes one; what was made is shown this once. */
function SigningSecretForm({ workflowId, onDone }: { readonly workflowId: string; readonly onDone: () => void }) {
  const id = useId()
  const [made, setMade] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('secret') ?? '')
    setBusy(true)
    try {
      const { secret } = await api<typeof webhooksContract.setSigningSecret>(
        'PUT',
        '/api/workflows/:id/signing-secret',
        { params: { id: workflowId }, body: given === '' ? {} : { secret: given } },
      )
      if (given === '') setMade(secret)
      else onDone()
    } catch (cause) {
      setError(toApiError(cause).message)
      document.getElementById(`${id}-secret`)?.focus()
    } finally {
      setBusy(false)
    }
  }
  if (made !== undefined)
    return (
      <div className="flex flex-col gap-4">
        <p>Copy it to the one who calls this webhook. It is shown this once.</p>
        <CodeBlock label="Signing secret" code={made} />
        <Button variant="primary" className="self-end" data-autofocus onClick={onDone}>
          Done
        </Button>
      </div>
    )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        id={`${id}-secret`}
        name="secret"
        label="Secret of the caller"
        help="Some services give you one. Empty: one is made for you."
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" variant="primary" className="self-end" busy={busy}>
        Set the secret
      </Button>
    </form>
  )
}
