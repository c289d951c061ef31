import { z } from '#src/lib/zod.ts'

/** What became of a mail that a step has handed to the outbox. */
export const MailFate = z.object({
  to: z.string(),
  /** kept: this server has no mail server to hand it to, and shows it to people itself. */
  state: z.enum(['queued', 'sent', 'refused', 'kept']),
  /** Of one that was refused: the words of the mail server. */
  reason: z.string().nullable(),
  /** How often it was tried. */
  attempts: z.int(),
})
export type MailFate = z.infer<typeof MailFate>
