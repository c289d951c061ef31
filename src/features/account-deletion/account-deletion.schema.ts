import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** How long an account that is to be deleted can be kept after all. */
export const UNDO_DAYS = 14

const Deletion = z.object({
  /** Null: the account stays. */
  dueAt: z.string().nullable(),
})

export const accountDeletionContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/account/deletion',
    summary: 'When my account is going to be deleted',
    answer: Deletion,
    errors: ['SIGN_IN_REQUIRED'],
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/account/deletion',
    summary: 'Delete my account in 14 days and sign me out everywhere',
    body: z
      .strictObject({
        /** Whoever sold something is paid first, unless they say so. */
        giveUpBalance: z.boolean().default(false),
      })
      .default({ giveUpBalance: false }),
    answer: Deletion,
    status: 202,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'LAST_SUPER_ADMIN', 'BALANCE_LEFT'],
    replay: false,
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/api/account/deletion',
    summary: 'Keep my account after all',
    answer: Deletion,
    errors: ['SIGN_IN_REQUIRED'],
  }),
}
