import { defineMail } from '#src/server/mail/mail-template.ts'

export const workflowAlert = defineMail<{ workflow: string; what: string; path: string }>({
  category: 'workflows',
  example: { workflow: 'Orders', what: 'Its latest 3 runs all failed.', path: '/workflows/1/analytics' },
  write: ({ workflow, what, path }) => ({
    subject: `Your workflow “${workflow}” needs a look`,
    paragraphs: [
      `“${workflow}”: ${what}`,
      'You asked to be told of this. You get no other mail about it before it was well again.',
    ],
    action: { label: 'Look at its figures', path },
    reason: 'You get this mail because of an alert rule of your workflow.',
  }),
})
