import { defineMail } from '#src/server/mail/mail-template.ts'

interface Message {
  readonly name: string
  readonly email: string
  readonly message: string
  /** Whose session it was; null for a visitor. */
  readonly userId: string | null
}

export const supportMessage = defineMail<Message>({
  category: 'account',
  example: { name: 'Ada Lovelace', email: 'ada@example.com', message: 'How do I export my data?', userId: null },
  write: ({ name, email, message, userId }) => ({
    subject: 'Message to support',
    paragraphs: [
      message,
      `From ${name} <${email}>\n${userId === null ? 'Not signed in' : `Signed in as user ${userId}`}`,
    ],
    reason: 'An answer to this mail goes to who wrote the message. The name and address are what they typed.',
  }),
})
