import { type OrderState, type Purchase, REFUND_RUNS } from '#src/features/checkout/checkout.schema.ts'

interface Word {
  readonly label: string
  readonly kind: 'neutral' | 'accent' | 'ok' | 'warn' | 'bad'
}

export const ORDER_WORDS: Readonly<Record<OrderState, Word>> = {
  open: { label: 'Not paid yet', kind: 'warn' },
  paid: { label: 'Paid', kind: 'ok' },
  partly_refunded: { label: 'Partly refunded', kind: 'accent' },
  refunded: { label: 'Refunded', kind: 'neutral' },
  disputed: { label: 'Disputed', kind: 'bad' },
  canceled: { label: 'Canceled', kind: 'neutral' },
}

/** Why somebody cannot take the money back alone, and what is left to do. */
export const WHY_NOT: Readonly<Record<NonNullable<Purchase['notRefundable']>, string>> = {
  NOT_PAID: 'Nothing was paid, so there is nothing to give back.',
  REFUNDED: 'All of it has been given back.',
  DISPUTED: 'Your bank is looking into this payment. Who gets the money is decided there.',
  TOO_LATE: 'The days in which you can take your money back are over. Support can still ask the creator.',
  COPIED:
    'You chose to have its code, by a clone for instance. Nobody can take that back from you. Support can still ask the creator.',
  USED: `You have run it successfully more than ${REFUND_RUNS} times. Support can still ask the creator.`,
}
