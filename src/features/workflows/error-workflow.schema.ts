import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const errorWorkflowContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/error-workflows',
    summary: 'Your workflows that begin with a failed workflow, so that others can name them for their failures',
    answer: z.object({
      workflows: z.array(z.object({ id: z.uuid(), name: z.string(), isPublished: z.boolean() })),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
}
