import { z } from '#src/lib/zod.ts'

/** What moderators decided about something of mine, and what stands: its statement has the ground and the appeal. */
export const StandingDecision = z.object({
  /** Of the page /statements/:id. */
  statementId: z.uuid(),
  decision: z.enum(['hide', 'remove']),
  /** In the moderator's words. */
  reason: z.string(),
})
export type StandingDecision = z.infer<typeof StandingDecision>
