import { defineMail } from '#src/server/mail/mail-template.ts'
import { HELD_HOURS } from './service-clock.ts'

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

export const heldMail = defineMail({
  category: 'account',
  example: {
    title: 'Loan calculator',
    why: 'An automated first look noticed something, which may be nothing: Looks like advertising (title and description).',
    path: '/create-tool',
  },
  write: ({ title, why, path }) => ({
    subject: 'A tool of yours waits for a moderator',
    paragraphs: [
      `Nobody else sees “${title}” until a moderator has looked at it, as a rule within ${HELD_HOURS} hours.`,
      why,
      'You need not do anything: we write to you once it is decided. If you see what is meant, change it and publish again, and the moderator reads that instead.',
    ],
    action: { label: 'Open the tool', path },
  }),
})

export const releasedMail = defineMail({
  category: 'account',
  example: { title: 'Loan calculator', path: '/fxn/loan-calculator' },
  write: ({ title, path }) => ({
    subject: 'A tool of yours is visible now',
    paragraphs: [
      `A moderator has looked at “${title}”. Everybody can find it now; there is nothing left for you to do.`,
    ],
    action: { label: 'Open the tool', path },
  }),
})

const STILL_AWAY_SUBJECT = 'A moderator has looked at a tool of yours'
const stillAwayWords = (title: string) =>
  `What you published of “${title}” is fine. The tool stays out of sight for another reason.`

/** What waited is fine, and another decision, which the tool names, keeps it away. */
export const stillAwayMail = defineMail({
  category: 'account',
  example: { title: 'Loan calculator', path: '/tools' },
  write: ({ title, path }) => ({
    subject: STILL_AWAY_SUBJECT,
    paragraphs: [
      stillAwayWords(title),
      'Your tools name the decision: there you read what it asks for, and can appeal.',
    ],
    action: { label: 'Open your tools', path },
  }),
})

/** The same to whoever is suspended: no tool names a decision, and they cannot sign in. */
export const stillAwayWithAccountMail = defineMail({
  category: 'account',
  example: { title: 'Loan calculator' },
  write: ({ title }) => ({
    subject: STILL_AWAY_SUBJECT,
    paragraphs: [stillAwayWords(title), 'It is away with your account, which is suspended.'],
  }),
})
