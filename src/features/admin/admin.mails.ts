import { defineMail } from '#src/server/mail/mail-template.ts'

export const accountSuspendedMail = defineMail({
  category: 'account',
  example: { reason: 'Its tools collected passwords.', path: '/statements/link/0192f000.c2lnbmVk' },
  write: ({ reason, path }) => ({
    subject: 'Your Fettle account was suspended',
    paragraphs: [
      'Your account was suspended. You are signed out everywhere, your API keys are refused, and your tools are out of the catalogue. Whoever bought one of them keeps it.',
      `The reason: ${reason}`,
      'If you think that this is a mistake, you can appeal: somebody else looks at it again. You need not sign in for that.',
    ],
    action: { label: 'Read the decision', path },
  }),
})

export const suspensionLiftedMail = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your Fettle account is open again',
    paragraphs: [
      'The suspension of your account was lifted. You can sign in again, your API keys work, and your tools are where they were.',
    ],
    action: { label: 'Sign in', path: '/auth' },
  }),
})

export const roleChangedMail = defineMail({
  category: 'account',
  example: { from: 'user', to: 'super admin' },
  write: ({ from, to }) => ({
    subject: 'Your role on Fettle was changed',
    paragraphs: [
      `A super admin changed your role from ${from} to ${to}.`,
      ...(to === 'user' ? [] : ['The admin area asks for two-factor authentication: set it up in your settings.']),
    ],
    action: { label: 'Open your settings', path: '/settings' },
  }),
})
