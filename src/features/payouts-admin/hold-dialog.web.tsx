import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { HOLD_REASON_MAX, type payoutsAdminContract, type Upcoming } from './payouts-admin.schema.ts'

export interface HoldTask {
  readonly kind: 'hold' | 'lift'
  readonly creator: Upcoming['creator']
}

const WORDS = {
  hold: {
    title: (name: string) => `Hold payouts of ${name}?`,
    text: 'Nothing more goes to their bank until the hold is lifted. What was sent already arrives.',
    help: 'The creator reads it, and it stands in the audit log.',
    verb: 'Hold payouts',
    done: 'Payouts are on hold',
  },
  lift: {
    title: (name: string) => `Lift the hold of ${name}?`,
    text: 'The next run pays what waits, and they can ask for it before.',
    help: 'It stands in the audit log, and in what the creator can export.',
    verb: 'Lift the hold',
    done: 'The hold was lifted',
  },
} as const

const carryOut = ({ kind, creator: { id } }: HoldTask, reason: string): Promise<unknown> =>
  kind === 'hold'
    ? api<typeof payoutsAdminContract.hold>('POST', '/api/admin/payouts/creators/:id/hold', {
        params: { id },
        body: { reason },
      })
    : api<typeof payoutsAdminContract.lift>('POST', '/api/admin/payouts/creators/:id/lift', {
        params: { id },
        body: { reason },
      })

interface HoldDialogProps {
  /** Asks while there is one. */
  readonly task: HoldTask | undefined
  readonly onClose: () => void
}

/** A hold is placed and lifted with a reason. */
export const HoldDialog = ({ task, onClose }: HoldDialogProps) => (
  <Dialog
    open={task !== undefined}
    onClose={onClose}
    title={task === undefined ? '' : WORDS[task.kind].title(task.creator.name)}
    size="small"
  >
    {task === undefined ? null : <HoldForm key={`${task.kind} ${task.creator.id}`} task={task} onClose={onClose} />}
  </Dialog>
)

function HoldForm({ task, onClose }: { readonly task: HoldTask; readonly onClose: () => void }) {
  const words = WORDS[task.kind]
  const client = useQueryClient()
  const withFresh = useFreshSignIn()
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['reason'],
    check: (_, value) => (value.trim().length < 3 ? 'Say why' : undefined),
    send: ({ reason }) =>
      withFresh(() => carryOut(task, reason)).then(() => {
        onClose()
        toast({ kind: 'success', title: words.done, description: task.creator.name })
        void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
        return undefined
      }, toApiError),
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormRefusal message={refusal} />
      <p className="text-text-2">{words.text}</p>
      <TextAreaField {...wired('reason')} label="Reason" help={words.help} rows={3} maxLength={HOLD_REASON_MAX} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={task.kind === 'hold' ? 'danger' : 'primary'} busy={busy}>
          {words.verb}
        </Button>
      </div>
    </form>
  )
}
