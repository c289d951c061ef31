import { defineMail } from '#src/server/mail/mail-template.ts'

const NOT_YOU = 'If that was not you, change your password now: it ends every other session.'
const action = { label: 'Open your settings', path: '/settings#second-factor' }

export const totpTurnedOn = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Two-factor authentication is on',
    paragraphs: ['From now on, signing in with your password also asks for a code of your authenticator app.', NOT_YOU],
    action,
  }),
})

export const totpTurnedOff = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your authenticator app was turned off',
    paragraphs: ['Signing in no longer asks for a code of your authenticator app.', NOT_YOU],
    action,
  }),
})

export const recoveryCodesReplaced = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'You have new recovery codes',
    paragraphs: ['New recovery codes were made for your account. The old ones no longer work.', NOT_YOU],
    action,
  }),
})

export const recoveryCodeUsed = defineMail<{ left: number }>({
  category: 'account',
  example: { left: 9 },
  write: ({ left }) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      'One of your recovery codes stood in for your second factor just now.',
      left === 0 ? 'It was the last one: make new ones in your settings.' : `${left} are left.`,
      NOT_YOU,
    ],
    action,
  }),
})
