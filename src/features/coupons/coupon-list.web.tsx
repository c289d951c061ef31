import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { toast } from '#src/client/toasts.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge, type BadgeKind } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { Coupon, couponsContract } from './coupons.schema.ts'

export const ownCoupons = getting<typeof couponsContract.list>('/api/coupons')

const STATES: Readonly<Record<Coupon['state'], { readonly label: string; readonly kind: BadgeKind }>> = {
  active: { label: 'Active', kind: 'ok' },
  planned: { label: 'Not begun', kind: 'accent' },
  used_up: { label: 'Used up', kind: 'neutral' },
  expired: { label: 'Expired', kind: 'neutral' },
  ended: { label: 'Ended', kind: 'neutral' },
}

/** "20 % off", "$3.00 off", "Free" */
const offText = ({ percent, centsOff }: Coupon): string => {
  if (percent === 100) return 'Free'
  return percent === null ? `${dollars(centsOff ?? 0)} off` : `${percent} % off`
}

const mayEnd = ({ state }: Coupon): boolean => state === 'active' || state === 'planned' || state === 'used_up'

export function CouponList({ coupons }: { readonly coupons: readonly Coupon[] }) {
  const [ending, setEnding] = useState<Coupon>()
  return (
    <>
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {coupons.map((coupon) => (
          <Row key={coupon.id} coupon={coupon} onEnd={() => setEnding(coupon)} />
        ))}
      </ul>
      <EndCoupon coupon={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

const Row = ({ coupon, onEnd }: { readonly coupon: Coupon; readonly onEnd: () => void }) => {
  const { code, state, tool, uses, maxUses, startsAt, endsAt } = coupon
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
          <code>{code}</code>
          <Badge kind={STATES[state].kind}>{STATES[state].label}</Badge>
        </p>
        <p className="text-14">
          {offText(coupon)} · <span dir="auto">{tool === null ? 'all tools that you sell' : tool.title}</span>
        </p>
        <p className="meta-line">
          used {uses} {uses === 1 ? 'time' : 'times'}
          {maxUses === null ? '' : ` of ${maxUses}`}
          {state === 'planned' ? (
            <>
              {' · from '}
              <TimeAgo at={startsAt} />
            </>
          ) : null}
          {endsAt === null || state === 'ended' ? null : (
            <>
              {state === 'expired' ? ' · ended ' : ' · ends '}
              <TimeAgo at={endsAt} />
            </>
          )}
        </p>
      </div>
      {mayEnd(coupon) ? (
        <div className="flex flex-wrap gap-2">
          <CopyButton text={code} of={code} />
          <Button size="dense" variant="danger" aria-label={`End ${code}`} onClick={onEnd}>
            End
          </Button>
        </div>
      ) : null}
    </li>
  )
}

function EndCoupon({ coupon, onClose }: { readonly coupon: Coupon | undefined; readonly onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => api<typeof couponsContract.end>('POST', '/api/coupons/:id/end', { params: { id } }),
    onSuccess: () => toast({ kind: 'success', title: 'Coupon ended' }),
    onError: (error) =>
      toast({ kind: 'error', title: 'The coupon was not ended', description: toApiError(error).message }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ownCoupons.queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={coupon !== undefined}
      onClose={onClose}
      onConfirm={() => coupon !== undefined && mutate(coupon.id)}
      title={`End ${coupon?.code ?? ''}?`}
      confirmLabel="End"
      danger
      busy={isPending}
    >
      <p>Nobody can enter it any more. Whoever has begun to buy with it still pays the lower price.</p>
    </ConfirmDialog>
  )
}
