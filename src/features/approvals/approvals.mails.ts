import { defineMail } from '#src/server/mail/mail-template.ts'

/** Says nothing that the author of the workflow wrote: the page does, where it is plain whose words these are. */
export const approvalAsked = defineMail<{ path: string }>({
  category: 'workflows',
  example: { path: '/approvals/token' },
  write: ({ path }) => ({
    subject: 'A workflow waits for your decision',
    paragraphs: [
      'A workflow on Fettle has stopped and asks you to approve or to reject what comes next. Open the page to see who asks, and what.',
      'The link is yours alone: whoever has it can decide in your name, once.',
    ],
    action: { label: 'See what is asked', path },
    reason: 'You get this mail because the author of a workflow has named your address.',
  }),
})
