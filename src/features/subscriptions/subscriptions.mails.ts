import { dollars } from '#src/lib/price-text.ts'
import { nameOfShare, whoUsed } from '#src/lib/share-of-pro.ts'
import { defineMail } from '#src/server/mail/mail-template.ts'

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const receiptMail = defineMail({
  category: 'account',
  example: {
    amount: 900,
    invoiceNumber: 'TEST-F-2026-000001',
    livemode: false,
    until: new Date('2026-12-23T00:00:00Z'),
  },
  write: ({ amount, invoiceNumber, livemode, until }) => ({
    subject: `Your invoice ${invoiceNumber}`,
    paragraphs: [
      `You paid ${dollars(amount)} for Pro, until ${dayOf(until)}.`,
      ...(livemode ? [] : ['This was a test payment: no money has moved.']),
      'You can cancel at any time; Pro then ends with what is paid.',
    ],
    action: { label: 'See your subscription', path: '/subscription' },
  }),
})

export const renewalMail = defineMail({
  category: 'account',
  example: { amount: 9000, at: new Date('2026-12-23T00:00:00Z'), card: '4242', isTrial: false },
  write: ({ amount, at, card, isTrial }) => ({
    subject: isTrial ? 'Your trial of Pro ends soon' : 'Your Pro subscription renews soon',
    paragraphs: [
      card === ''
        ? `On ${dayOf(at)} ${dollars(amount)} are due for Pro. We have no card of yours: enter one before that day.`
        : `On ${dayOf(at)} the card that ends in ${card} is charged ${dollars(amount)} for Pro.`,
      'If you do not want that, cancel before that day.',
    ],
    action: { label: 'See your subscription', path: '/subscription' },
  }),
})

export const priceChangeMail = defineMail({
  category: 'account',
  example: { interval: 'month', was: 800, price: 900, from: new Date('2026-12-23T00:00:00Z') },
  write: ({ interval, was, price, from }) => ({
    subject: 'Pro will cost more',
    paragraphs: [
      `A ${interval} of Pro now costs ${dollars(price)} before tax. You have paid ${dollars(was)}.`,
      `Until ${dayOf(from)} nothing changes for you. The first charge after that day is of the new price.`,
      'If you do not want that, cancel before; Pro then ends with what is paid.',
    ],
    action: { label: 'See your subscription', path: '/subscription' },
  }),
})

export const failedMail = defineMail({
  category: 'account',
  example: { amount: 900, message: 'Your card was declined.', card: '0341', isHopeless: false, isLast: false },
  write: ({ amount, message, card, isHopeless, isLast }) => ({
    subject: 'A payment for Pro did not succeed',
    paragraphs: [
      card === ''
        ? `We could not charge you ${dollars(amount)}. ${message}`
        : `The card that ends in ${card} could not be charged ${dollars(amount)}. The bank says: ${message}`,
      isLast
        ? 'Pro has ended. Nothing more is charged; you can pay and go on at any time.'
        : isHopeless
          ? `${card === '' ? 'Enter one' : 'We do not try this card again. Enter another one'} within seven days, and Pro goes on.`
          : 'Pro goes on for seven days, and we try again. You can also pay now, or enter another card.',
    ],
    action: { label: 'See your subscription', path: '/subscription' },
  }),
})

export const endedMail = defineMail({
  category: 'account',
  example: { isUnpaid: true },
  write: ({ isUnpaid }) => ({
    subject: 'Pro has ended',
    paragraphs: [
      isUnpaid
        ? 'We could not charge your card, and have stopped trying.'
        : 'Your subscription has ended as you wished.',
      'Your workflows, tools and data stay. You can come back to Pro at any time.',
    ],
    action: { label: 'See your subscription', path: '/subscription' },
  }),
})

export const refundedMail = defineMail({
  category: 'account',
  example: { amount: 450, endsPro: false },
  write: ({ amount, endsPro }) => ({
    subject: `${dollars(amount)} for Pro on the way back to you`,
    paragraphs: [
      `We have sent back ${dollars(amount)} of what you paid for Pro. Banks take up to ten days to show it.`,
      'A credit note for it is with your invoices.',
      ...(endsPro ? ['As that is all of your last payment, Pro has ended. Nothing more is charged.'] : []),
    ],
    action: { label: 'See your invoices', path: '/billing' },
  }),
})

export const refundFailedMail = defineMail({
  category: 'account',
  example: { amount: 450 },
  write: ({ amount }) => ({
    subject: `Your bank did not take back ${dollars(amount)} for Pro`,
    paragraphs: [
      `We had sent back ${dollars(amount)} of what you paid for Pro. Your bank has returned it to us, perhaps because the card or its account is closed.`,
      'Write to support, so that you get it another way.',
    ],
    action: { label: 'Write to support', path: '/support' },
  }),
})

export const disputedMail = defineMail({
  category: 'account',
  example: { amount: 900 },
  write: ({ amount }) => ({
    subject: 'Your bank disputes a payment for Pro',
    paragraphs: [
      `Your bank has taken back ${dollars(amount)} that you paid for Pro, and decides now whose it is. We have told it what speaks for the payment.`,
      'So that nothing is charged against your will, Pro ends with what is paid. If you did not mean to dispute it, tell your bank, and resume your subscription.',
    ],
    action: { label: 'See your subscription', path: '/subscription' },
  }),
})

export const sharedMail = defineMail({
  category: 'sales',
  example: { month: '2026-10', people: 3, amount: 473, livemode: true },
  write: ({ month, people, amount, livemode }) => ({
    subject: `${nameOfShare(month)}: ${dollars(amount)}`,
    paragraphs: [
      `${whoUsed(people)}. Your share of that month is ${dollars(amount)}, and it can be paid out.`,
      ...(livemode ? [] : ['This is test money: none has moved.']),
    ],
    action: { label: 'See your earnings', path: '/earnings' },
  }),
})
