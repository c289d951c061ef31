import { ORDER_WORDS } from '#src/features/purchases/order-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import type { Payment } from './payment-list.schema.ts'

/** The state of an order in one word, whether it is a tip, and whether its money is real. */
export const PaymentState = ({ kind, state, livemode }: Pick<Payment, 'kind' | 'state' | 'livemode'>) => (
  <span className="flex flex-wrap gap-1">
    <Badge kind={ORDER_WORDS[state].kind}>{ORDER_WORDS[state].label}</Badge>
    {kind === 'tip' ? <Badge>Tip</Badge> : null}
    {livemode ? null : <Badge kind="warn">Test</Badge>}
  </span>
)
