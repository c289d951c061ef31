import { defineMail } from '#src/server/mail/mail-template.ts'

const SUPPORT = { label: 'Write to support', path: '/support' }
const REASON = 'You get this mail because somebody gave this address in a copyright claim on Fettle.'

/** To whoever claimed, who may have no account. */
export const claimDecidedMail = defineMail({
  category: 'account',
  example: { reference: 'R-7K3M-9QZ2', isHidden: true },
  write: ({ reference, isHidden }) => ({
    subject: 'Your copyright claim was decided',
    paragraphs: [
      `A moderator has looked at your claim ${reference}.`,
      isHidden
        ? 'The tool is not shown any more. Its creator can make a counter-claim; you would hear of it by mail.'
        : 'We found nothing that is against our rules, and the tool stays. Write to support if you have more to say.',
    ],
    action: SUPPORT,
    reason: REASON,
  }),
})

export const counterClaimedMail = defineMail({
  category: 'account',
  example: {
    ...{ reference: 'R-7K3M-9QZ2', name: 'Ada Lovelace', contact: '12 St James’s Square, London' },
    ...{ text: 'I wrote every line of it myself.', from: '7 December 2026', by: '11 December 2026' },
  },
  write: ({ reference, name, contact, text, from, by }) => ({
    subject: 'A counter-claim to your copyright claim',
    paragraphs: [
      `Whoever made the tool of your claim ${reference} has made a counter-claim.`,
      `The tool is shown again not before ${from} and not after ${by}, unless you tell us until then that you have gone to court.`,
      `Their name: ${name}`,
      `Where they can be reached: ${contact}`,
      `What they say: ${text}`,
    ],
    action: SUPPORT,
    reason: REASON,
  }),
})

export const counterDecidedMail = defineMail({
  category: 'account',
  example: { reference: 'R-7K3M-9QZ2', isRestored: true },
  write: ({ reference, isRestored }) => ({
    subject: 'The end of your copyright claim',
    paragraphs: [
      isRestored
        ? `The tool of your claim ${reference} is shown again, after the counter-claim of its creator.`
        : `The tool of your claim ${reference} stays hidden, as you have gone to court.`,
    ],
    action: SUPPORT,
    reason: REASON,
  }),
})
