import { defineMail } from '#src/server/mail/mail-template.ts'

const REASON = 'You get this mail because a creator has named this address to give it a licence.'

export const licenceGivenMail = defineMail({
  category: 'community',
  example: { isKnown: false },
  write: ({ isKnown }) => ({
    subject: 'A creator lets you use a tool for nothing',
    paragraphs: [
      'A creator on Fettle has given you a free licence for a tool that others pay for. Nothing is charged, and the creator can take it back.',
      isKnown
        ? 'You find it among your purchases.'
        : 'It is waiting for this address: sign in with it, or make an account, and confirm the address.',
    ],
    action: isKnown ? { label: 'See your licences', path: '/purchases' } : { label: 'Make an account', path: '/auth' },
    ...(isKnown ? {} : { reason: REASON }),
  }),
})
