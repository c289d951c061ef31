import { Email, Name } from '#src/features/accounts/accounts.schema.ts'
import { z } from '#src/lib/zod.ts'
import { COPYRIGHT_WORDS, COUNTER_MAX, WORK_MAX } from './copyright-rules.ts'

const Declared = z.literal(true, COPYRIGHT_WORDS.declared)

const STATED = {
  claimant: Name,
  email: Email,
  work: z.string(COPYRIGHT_WORDS.work).trim().min(1, COPYRIGHT_WORDS.work).max(WORK_MAX, COPYRIGHT_WORDS.longWork),
}
/** What whoever owns a copyright has to say, so that somebody's tool is taken away for it. */
export const CopyrightClaim = z.strictObject({ ...STATED, declared: Declared })
export type CopyrightClaim = z.infer<typeof CopyrightClaim>

/** One that came by mail: who wrote it has declared it there. */
export const MailedClaim = z.strictObject({ ...STATED, receivedOn: z.iso.date('Enter the day on which it came') })

export const CounterClaim = z.strictObject({
  name: Name,
  contact: z.string(COPYRIGHT_WORDS.contact).trim().min(1, COPYRIGHT_WORDS.contact).max(500),
  text: z
    .string(COPYRIGHT_WORDS.counter)
    .trim()
    .min(1, COPYRIGHT_WORDS.counter)
    .max(COUNTER_MAX, COPYRIGHT_WORDS.longCounter),
  declared: Declared,
})
export type CounterClaim = z.infer<typeof CounterClaim>

/** What is claimed of one tool, and every date that counts. */
export const Dispute = z.object({
  claims: z.array(
    z.object({
      claimant: z.string(),
      /** Null for who owns the tool. */
      email: z.string().nullable(),
      work: z.string(),
      receivedAt: z.string(),
    }),
  ),
  hiddenAt: z.string().nullable(),
  counter: z
    .object({
      name: z.string(),
      contact: z.string(),
      text: z.string(),
      receivedAt: z.string(),
      restoreFrom: z.string(),
      restoreBy: z.string(),
    })
    .nullable(),
  /** When the claimant told of an action in court: the tool then stays hidden. */
  courtAt: z.string().nullable(),
  restoredAt: z.string().nullable(),
})
export type Dispute = z.infer<typeof Dispute>
