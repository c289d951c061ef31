import { LISTED_DAYS } from '#src/features/catalog/listed-days.ts'
import { defineMail } from '#src/server/mail/mail-template.ts'
import { BAD_DAYS } from './after-check.ts'

export const maintenanceMail = defineMail({
  category: 'community',
  example: { title: 'Loan calculator', problem: '“A small loan” gives 24 for rate, not 25', path: '/create-tool' },
  write: ({ title, problem, path }) => ({
    subject: 'A tool of yours is under maintenance',
    paragraphs: [
      `Each day we run the first example of “${title}”. For ${BAD_DAYS} days it has not come out as it says:`,
      problem,
      'People see “Under maintenance” at the tool until a day on which it comes out, or until you publish a new version.',
      `If that takes longer than ${LISTED_DAYS} days, searches leave it out until then; its page stays.`,
    ],
    action: { label: 'Open the tool', path },
  }),
})
