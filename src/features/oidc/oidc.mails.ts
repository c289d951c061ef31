import { defineMail } from '#src/server/mail/mail-template.ts'

export const providerLinked = defineMail<{ provider: string }>({
  category: 'account',
  example: { provider: 'Example' },
  write: ({ provider }) => ({
    subject: `You can now sign in with ${provider}`,
    paragraphs: [
      `From now on, your Fettle account also opens with ${provider}.`,
      'If that was not you, remove it in your settings and change your password: that ends every other session.',
    ],
    action: { label: 'Open your settings', path: '/settings#providers' },
  }),
})
