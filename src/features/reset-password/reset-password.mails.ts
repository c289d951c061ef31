import { defineMail } from '#src/server/mail/mail-template.ts'

export const resetLink = defineMail<{ token: string }>({
  category: 'account',
  example: { token: 'q0w9e8r7t6y5u4i3o2p1a0s9d8f7g6h5j4k3l2z1x0c' },
  write: ({ token }) => ({
    subject: 'Set a new password',
    paragraphs: [
      'Somebody asked to set a new password for your account. If that was you, use this link. It works once, within 10 minutes.',
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    action: { label: 'Set a new password', path: `/auth?mode=reset#token=${token}` },
  }),
})

export const passwordChanged = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and every other session was ended.',
      'If that was not you, set a new one now and look through your API keys and devices.',
    ],
    action: { label: 'Set a new password', path: '/auth?mode=forgot' },
  }),
})
