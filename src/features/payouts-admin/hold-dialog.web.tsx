import { api } from '#src/client/api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import type { payoutsAdminContract, Upcoming } from './payouts-admin.schema.ts'
import { ReasonForm } from './reason-form.web.tsx'

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
    {task === undefined ? null : (
      <ReasonForm
        key={`${task.kind} ${task.creator.id}`}
        {...WORDS[task.kind]}
        danger={task.kind === 'hold'}
        of={task.creator.name}
        carryOut={(reason) => carryOut(task, reason)}
        onClose={onClose}
      />
    )}
  </Dialog>
)
