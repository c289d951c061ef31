import { dollars } from '#src/lib/price-text.ts'
import { defineMail } from '#src/server/mail/mail-template.ts'
import { HOLD_DAYS, REFUND_DAYS } from './checkout.schema.ts'

const LONGEST_SUBJECT = 78

/** One line, in which a long title is cut short. */
function receiptSubject(receiptNumber: string, tool: string): string {
  const before = `Your receipt ${receiptNumber} for “`
  const title = tool.replaceAll(/[\s\p{Cc}]+/gu, ' ')
  const room = LONGEST_SUBJECT - before.length - 1
  return `${before}${title.length > room ? `${title.slice(0, room - 1).replace(/\s*[\uD800-\uDBFF]?$/, '')}…` : title}”`
}

export const receiptMail = defineMail({
  category: 'account',
  example: {
    amount: 999,
    receiptNumber: 'R-2026-000001',
    tool: 'Invoice splitter for flats that share everything but the internet',
    livemode: true,
    discount: 250,
    coupon: 'SPRING',
    isTip: false,
    path: '/checkout/success?order=0192f000-0000-7000-8000-000000000000',
  },
  write: ({ amount, receiptNumber, tool, livemode, discount, coupon, isTip, path }) => ({
    subject: receiptSubject(receiptNumber, tool),
    paragraphs: [
      isTip
        ? `You tipped the creator of “${tool}” ${dollars(amount)}. Thank you.`
        : `You paid ${dollars(amount)} for “${tool}” with a personal licence. It is yours to use at once.`,
      ...(coupon === null ? [] : [`The code ${coupon} took ${dollars(discount)} off its price.`]),
      ...(amount === 0 || livemode ? [] : ['This was a test payment: no money has moved.']),
      ...(amount === 0
        ? []
        : [
            isTip
              ? `Within ${HOLD_DAYS} days you get the money back yourself.`
              : `Within ${REFUND_DAYS} days you get the money back yourself, as long as you have run the tool three times at most. A clone has its code and ends that; you are asked before.`,
          ]),
    ],
    action: { label: 'See your purchase', path },
  }),
})

export const refundedMail = defineMail({
  category: 'account',
  example: { amount: 500, receiptNumber: 'R-2026-000001', isRemoved: false },
  write: ({ amount, receiptNumber, isRemoved }) => ({
    subject: `${dollars(amount)} on the way back to you`,
    paragraphs: [
      ...(isRemoved ? ['Our moderators removed the tool that you were buying before your payment came.'] : []),
      `We have sent back ${dollars(amount)} of the purchase with the receipt ${receiptNumber}.`,
      'Banks take up to ten days to show it.',
    ],
    action: { label: 'See your purchases', path: '/purchases' },
  }),
})

export const refundFailedMail = defineMail({
  category: 'account',
  example: { amount: 500, receiptNumber: 'R-2026-000001' },
  write: ({ amount, receiptNumber }) => ({
    subject: `Your bank did not take back ${dollars(amount)}`,
    paragraphs: [
      `We had sent back ${dollars(amount)} of the purchase with the receipt ${receiptNumber}. Your bank has returned it to us, perhaps because the card or its account is closed.`,
      'The purchase stands as before. You can ask for the refund again, or write to support if you want the money another way.',
    ],
    action: { label: 'See your purchases', path: '/purchases' },
  }),
})

export const refundRefusedMail = defineMail({
  category: 'account',
  example: { amount: 500, receiptNumber: 'R-2026-000001' },
  write: ({ amount, receiptNumber }) => ({
    subject: `${dollars(amount)} could not be sent back`,
    paragraphs: [
      `You asked for ${dollars(amount)} of the purchase with the receipt ${receiptNumber} back. The payment provider has refused to send it.`,
      'The purchase stands as before. You can ask again, or write to support if you want the money another way.',
    ],
    action: { label: 'See your purchases', path: '/purchases' },
  }),
})

export const soldMail = defineMail({
  category: 'sales',
  example: { share: 700, isTip: false },
  write: ({ share, isTip }) => ({
    subject: isTip ? 'Somebody tipped you' : 'Somebody bought a tool of yours',
    paragraphs: [`Your share is ${dollars(share)}. It becomes available in seven days.`],
    action: { label: 'See your earnings', path: '/earnings' },
  }),
})

export const disputedMail = defineMail({
  category: 'account',
  example: { amount: 999 },
  write: ({ amount }) => ({
    subject: 'A buyer disputes a payment',
    paragraphs: [
      `A buyer of a tool of yours asked their bank to take back ${dollars(amount)}. Your share of it is held until the bank has decided.`,
      'We are sending the bank what speaks for the sale. There is nothing that you need to do.',
    ],
    action: { label: 'See your earnings', path: '/earnings' },
  }),
})
