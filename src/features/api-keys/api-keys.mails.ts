import { defineMail } from '#src/server/mail/mail-template.ts'

export const apiKeyCreated = defineMail<{ name: string }>({
  category: 'account',
  example: { name: 'Invoices on the office server' },
  write: ({ name }) => ({
    subject: 'A new API key was made',
    paragraphs: [
      `The API key “${name}” can now act for your Fettle account, within the permissions that were chosen for it.`,
      'If that was not you, revoke it in your settings and change your password: that ends every other session.',
    ],
    action: { label: 'See my API keys', path: '/settings#api-keys' },
  }),
})
