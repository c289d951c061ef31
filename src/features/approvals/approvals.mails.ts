import { defineMail } from '#src/server/mail/mail-template.ts'

/** Says whose workflow it is, by their address, and nothing that they wrote: the page does, where it is plain whose words these are. */
export const approvalAsked = defineMail<{ path: string; askedBy: string }>({
  category: 'workflows',
  example: { path: '/approvals/token', askedBy: 'ada@example.com' },
  write: ({ path, askedBy }) => ({
    subject: 'A workflow waits for your decision',
    paragraphs: [
      `A workflow of ${askedBy} on Fettle has stopped and asks you to approve or to reject what comes next. Open the page to see what.`,
      'The link is yours alone: whoever has it can decide in your name, once. You need no account.',
    ],
    action: { label: 'See what is asked', path },
    reason: `You get this mail because ${askedBy} has named your address in a workflow. If that means nothing to you, do nothing.`,
  }),
})
