import { defineMail } from '#src/server/mail/mail-template.ts'
import { EXPORT_DAYS } from './data-export.schema.ts'

export const exportReady = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your data is ready',
    paragraphs: [
      `The ZIP with everything that is stored about you can be fetched from your settings for ${EXPORT_DAYS} days.`,
      'If you did not ask for it, change your password now: it ends every other session.',
    ],
    action: { label: 'Fetch my data', path: '/settings#data' },
  }),
})
