import { endpoint } from '#src/lib/contract.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'

const KeptDraft = z.object({
  id: z.uuid(),
  revision: z.int(),
  /** What took its place: somebody's own changes, or a published version. */
  reason: z.enum(['taken-over', 'restored']),
  createdAt: z.string(),
})
export type KeptDraft = z.infer<typeof KeptDraft>

const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

export const keptDraftsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/kept-drafts',
    scope: 'read',
    summary: 'Drafts that another one took the place of, the newest first',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ drafts: z.array(KeptDraft) }),
    errors,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/workflows/:id/kept-drafts/:draftId',
    scope: 'read',
    summary: 'One kept draft with its graph',
    params: z.strictObject({ id: z.uuid(), draftId: z.uuid() }),
    answer: z.object({ draft: KeptDraft.extend({ graph: Graph }) }),
    errors,
  }),
}
