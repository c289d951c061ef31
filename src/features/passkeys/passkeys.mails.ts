import { defineMail } from '#src/server/mail/mail-template.ts'

const NOT_YOU =
  'If that was not you, remove what you do not know in your settings and change your password: it ends every other session.'
const action = { label: 'Open your settings', path: '/settings#passkeys' }

export const passkeyAdded = defineMail<{ name: string }>({
  category: 'account',
  example: { name: 'My laptop' },
  write: ({ name }) => ({
    subject: 'A passkey was added to your account',
    paragraphs: [`The passkey “${name}” can now sign in to your account.`, NOT_YOU],
    action,
  }),
})

export const passkeyRemoved = defineMail<{ name: string }>({
  category: 'account',
  example: { name: 'My laptop' },
  write: ({ name }) => ({
    subject: 'A passkey was removed from your account',
    paragraphs: [`The passkey “${name}” can no longer sign in to your account.`, NOT_YOU],
    action,
  }),
})
