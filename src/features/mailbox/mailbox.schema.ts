import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

const LocalMail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  category: z.string(),
  status: z.enum(['queued', 'sent', 'failed', 'local']),
  /** Empty once the mail was sent. */
  text: z.string(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
})
export type LocalMail = z.infer<typeof LocalMail>

/** Development only. */
export const mailboxContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/dev/mails',
    summary: 'The newest mails of this installation; in development only',
    answer: z.object({ mails: z.array(LocalMail) }),
  }),
}
