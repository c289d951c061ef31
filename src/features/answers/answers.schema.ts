import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const Answer = z.object({
  /** What was asked, as it was understood: "10 kg". */
  question: z.string(),
  /** "≈ 22.0462262185 lb" */
  result: z.string(),
  tool: z.object({ slug: z.string(), title: z.string() }),
  /** The inputs that give this result. */
  input: z.record(z.string(), z.unknown()),
  /** Opens the tool with these inputs, as a shared link does. */
  url: z.string(),
  /** The day that was taken for today, where the answer depends on it. */
  today: z.iso.date().optional(),
})
export type Answer = z.infer<typeof Answer>

export const answersContract = {
  find: endpoint({
    method: 'GET',
    path: '/api/discovery/answer',
    scope: 'read',
    summary: 'Answer a search that is a question: "10 kg in lb", "20% of 84.50", "2026-01-01 + 90 days"',
    query: z.strictObject({
      q: z.string().max(200),
      /** Where the question is asked: "days until …" has another answer there. Without it, the day of UTC. */
      today: z.iso.date().optional(),
    }),
    answer: z.object({ answer: Answer.nullable() }),
  }),
}
