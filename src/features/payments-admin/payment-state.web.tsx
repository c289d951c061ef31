import { ORDER_WORDS } from '#src/features/purchases/order-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import type { Payment } from './payment-list.schema.ts'

/** The state of an order in one word, and whether its money is real. */
export const PaymentState = ({ state, livemode }: Pick<Payment, 'state' | 'livemode'>) => (
  <span className="flex flex-wrap gap-1">
    <Badge kind={ORDER_WORDS[state].kind}>{ORDER_WORDS[state].label}</Badge>
    {livemode ? null : <Badge kind="warn">Test</Badge>}
  </span>
)
