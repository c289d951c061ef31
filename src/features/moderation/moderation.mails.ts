import { defineMail } from '#src/server/mail/mail-template.ts'

export const decidedMail = defineMail({
  category: 'account',
  example: {
    what: 'your tool “Loan calculator” was hidden',
    ground: 'Misleading or wrong',
    reason: 'It adds the interest twice.',
    path: '/statements/0192f000-0000-7000-8000-000000000000',
  },
  write: ({ what, ground, reason, path }) => ({
    subject: 'A decision of our moderators',
    paragraphs: [
      `A moderator looked at it, and ${what}.`,
      `It is against this rule: ${ground}`,
      `The reason: ${reason}`,
      'If you think that this is a mistake, you can appeal: somebody looks at it again.',
    ],
    action: { label: 'Read the decision', path },
  }),
})

export const appealDecidedMail = defineMail({
  category: 'account',
  example: {
    subject: 'Your appeal was decided',
    what: 'The decision was taken back: what was hidden or removed is there again.',
    reason: 'The interest is right.',
    path: '/statements/0192f000-0000-7000-8000-000000000000',
  },
  write: ({ subject, what, reason, path }) => ({
    subject,
    paragraphs: [what, ...(reason === '' ? [] : [`The reason: ${reason}`])],
    action: { label: 'Read the decision', path },
  }),
})
