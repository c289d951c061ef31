import { defineMail } from '#src/server/mail/mail-template.ts'

/** Its reader follows this creator, so the names are no stranger's. */
export const publishedMail = defineMail({
  category: 'community',
  example: { creator: 'Ada Lovelace', title: 'Loan calculator', isFirst: true, path: '/fxn/loan-calculator' },
  write: ({ creator, title, isFirst, path }) => ({
    subject: isFirst ? 'A new tool of a creator that you follow' : 'A new version from a creator that you follow',
    paragraphs: [
      isFirst ? `${creator} has published “${title}”.` : `${creator} has published a new version of “${title}”.`,
    ],
    action: { label: 'Open the tool', path },
  }),
})
