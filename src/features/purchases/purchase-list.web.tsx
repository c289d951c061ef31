import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { checkoutContract, Purchase } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { ORDER_WORDS } from './order-words.ts'
import { RefundDialog } from './refund-dialog.web.tsx'

export const PURCHASES_KEY = ['/api/purchases', 'pages']
type Pages = InfiniteData<AnswerOf<typeof checkoutContract.purchases>>

export function PurchaseList({ purchases }: { readonly purchases: readonly Purchase[] }) {
  const client = useQueryClient()
  const [returning, setReturning] = useState<Purchase>()
  const put = (changed: Purchase) =>
    client.setQueryData<Pages>(
      PURCHASES_KEY,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            purchases: page.purchases.map((one) => (one.orderId === changed.orderId ? changed : one)),
          })),
        },
    )
  return (
    <>
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {purchases.map((purchase) => (
          <Row key={purchase.orderId} purchase={purchase} onRefund={() => setReturning(purchase)} />
        ))}
      </ul>
      {returning === undefined ? null : (
        <RefundDialog purchase={returning} onClose={() => setReturning(undefined)} onChanged={put} />
      )}
    </>
  )
}

const Row = ({ purchase, onRefund }: { readonly purchase: Purchase; readonly onRefund: () => void }) => {
  const { tool, state, orderId } = purchase
  const { label, kind } = ORDER_WORDS[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`/checkout/success?order=${orderId}`}
            dir="auto"
            className="min-h-6 rounded-4 text-14 leading-6 font-medium hover:text-accent-text hover:underline"
          >
            {tool.title}
          </Link>
          {purchase.kind === 'tip' ? <Badge>Tip</Badge> : null}
          <Badge kind={kind}>{label}</Badge>
          {purchase.livemode ? null : <Badge kind="warn">Test</Badge>}
          {tool.status === 'removed' ? <Badge>No longer sold</Badge> : null}
        </p>
        <p className="meta-line">
          {dollars(purchase.amount)}
          {purchase.tax === 0 ? '' : `, of it ${dollars(purchase.tax)} tax`}
          {purchase.coupon === null ? '' : ` · ${dollars(purchase.discount)} off with ${purchase.coupon}`}
          {purchase.refunded === 0 ? '' : ` · ${dollars(purchase.refunded)} given back`}
          {' · '}
          <TimeAgo at={purchase.paidAt ?? purchase.createdAt} />
        </p>
        <p className="meta-line">
          {purchase.kind === 'tip' ? 'A tip' : purchase.hasAccess ? 'Personal licence' : 'No licence'}
          <Receipt purchase={purchase} />
        </p>
        <RefundsUnderWay purchase={purchase} />
        {purchase.hasAccess && tool.status === 'hidden' ? (
          <p className="text-13 text-text-2">
            Moderators have taken this tool out of sight, so nobody can open it. Your licence stays, and works again if
            the tool comes back. <TextLink to="/support">Support</TextLink> can tell you more.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {purchase.hasAccess && tool.status !== 'hidden' ? (
          <ButtonLink to={`/fxn/${tool.slug}`} size="dense">
            Open<span className="sr-only"> {tool.title}</span>
          </ButtonLink>
        ) : null}
        {purchase.paidAt === null || purchase.amount === 0 || state === 'refunded' ? null : (
          <Button size="dense" aria-haspopup="dialog" onClick={onRefund}>
            Refund…<span className="sr-only"> {tool.title}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

const Receipt = ({ purchase: { receiptNumber, invoiceId } }: { readonly purchase: Purchase }) =>
  receiptNumber === null ? null : invoiceId === null ? (
    ` · receipt ${receiptNumber}`
  ) : (
    <>
      {' · '}
      <TextLink to={`/billing/${invoiceId}`}>receipt {receiptNumber}</TextLink>
      {' · '}
      {/* Of the server, not of the router. */}
      <TextLink reloadDocument download to={`/api/billing/${invoiceId}/pdf`}>
        PDF<span className="sr-only"> of receipt {receiptNumber}</span>
      </TextLink>
    </>
  )

const REFUND_WORDS = {
  pending: 'is on its way to your card',
  succeeded: 'was given back',
  failed: 'was sent back by your bank; we have written to you',
} as const

const RefundsUnderWay = ({ purchase: { refunds } }: { readonly purchase: Purchase }) =>
  refunds
    .filter(({ status }) => status !== 'succeeded')
    .map(({ id, amount, status }) => (
      <p key={id} className="text-13 text-warn">
        {dollars(amount)} {REFUND_WORDS[status]}.
      </p>
    ))
