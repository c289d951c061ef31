import { dollars } from '#src/lib/price-text.ts'
import { defineMail } from '#src/server/mail/mail-template.ts'

export const payoutSentMail = defineMail({
  category: 'sales',
  example: { amount: 1400, livemode: true },
  write: ({ amount, livemode }) => ({
    subject: `${dollars(amount)} is on its way to your bank`,
    paragraphs: [
      `We have paid out ${dollars(amount)} of what your tools earned. Banks take a few days to show it.`,
      ...(livemode ? [] : ['This was a test payout: no money has moved.']),
    ],
    action: { label: 'See your earnings', path: '/earnings' },
  }),
})

export const payoutFailedMail = defineMail({
  category: 'account',
  example: { amount: 1400 },
  write: ({ amount }) => ({
    subject: 'A payout did not reach you',
    paragraphs: [
      `Your payout of ${dollars(amount)} failed. Nothing is lost: the amount is back in your balance.`,
      'Look at the details of your payout account. The next weekly payout tries again, or you ask for it yourself.',
    ],
    action: { label: 'See your earnings', path: '/earnings' },
  }),
})

export const payoutWaitsMail = defineMail({
  category: 'sales',
  example: { amount: 1400 },
  write: ({ amount }) => ({
    subject: `${dollars(amount)} waits for you`,
    paragraphs: [
      `Your tools have earned ${dollars(amount)} that we cannot pay out yet.`,
      'Say once who you are and where the money goes. It is paid out on the Monday after, or when you ask for it.',
    ],
    action: { label: 'Set up payouts', path: '/earnings' },
  }),
})
