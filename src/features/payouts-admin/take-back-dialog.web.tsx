import { api } from '#src/client/api.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import type { AdminPayout, payoutsAdminContract } from './payouts-admin.schema.ts'
import { ReasonForm } from './reason-form.web.tsx'

const nameOf = ({ creator }: AdminPayout) => creator?.name ?? 'somebody who has left'

interface TakeBackDialogProps {
  /** Asks while there is one. */
  readonly payout: AdminPayout | undefined
  readonly onClose: () => void
}

/** Stops money on its way to a bank. */
export const TakeBackDialog = ({ payout, onClose }: TakeBackDialogProps) => (
  <Dialog
    open={payout !== undefined}
    onClose={onClose}
    title={payout === undefined ? '' : `Take ${dollars(payout.amount)} back from ${nameOf(payout)}?`}
    size="small"
  >
    {payout === undefined ? null : (
      <ReasonForm
        key={payout.id}
        text="It goes back into their balance here, and the next run would pay it again: hold their payouts first where that must not be. What has reached their bank stays there."
        help="It stands in the audit log. The creator reads that the money came back."
        verb="Take it back"
        danger
        done="The payout was taken back"
        of={nameOf(payout)}
        carryOut={(reason) =>
          api<typeof payoutsAdminContract.takeBack>('POST', '/api/admin/payouts/:id/take-back', {
            params: { id: payout.id },
            body: { reason },
          })
        }
        onClose={onClose}
      />
    )}
  </Dialog>
)
