import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { ModerationCase, moderationContract } from './moderation.schema.ts'
import type { Task, Words } from './task.ts'
import { DECIDED_WORDS, nameOf } from './words.ts'

async function carryOut({ cases, decision }: Task, words: Words): Promise<string | undefined> {
  const [only] = cases
  if (cases.length === 1 && only !== undefined) {
    const body = { decision, revision: only.revision, ...words }
    await api<typeof moderationContract.decide>('POST', '/api/admin/moderation/:id/decide', {
      params: { id: only.id },
      body,
    })
    return undefined
  }
  const { refused } = await api<typeof moderationContract.bulk>('POST', '/api/admin/moderation/bulk', {
    body: { cases: cases.map(({ id, revision }) => ({ id, revision })), decision, ...words },
  })
  return refused.length === 0 ? undefined : `${refused.length} not decided: ${refused[0]?.message}`
}

/** What moderators do, each followed by the lists as they are then. */
export function useModeration() {
  const client = useQueryClient()
  const attempt = async (work: () => Promise<string | undefined>, done: string): Promise<boolean> => {
    try {
      const left = await work()
      toast(left === undefined ? { kind: 'success', title: done } : { kind: 'error', title: done, description: left })
      return true
    } catch (error) {
      toast({ kind: 'error', title: 'Nothing was decided', description: toApiError(error).message })
      return false
    } finally {
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
    }
  }
  return {
    decide: (task: Task, words: Words) => {
      const [only] = task.cases
      const whom = task.cases.length === 1 && only !== undefined ? nameOf(only) : `${task.cases.length} cases`
      return attempt(() => carryOut(task, words), `${DECIDED_WORDS[task.decision]}: ${whom}`)
    },
    claim: ({ id, claimedBy }: ModerationCase) =>
      claimedBy === null
        ? attempt(
            () =>
              api<typeof moderationContract.claim>('POST', '/api/admin/moderation/:id/claim', { params: { id } }).then(
                () => undefined,
              ),
            'Taken',
          )
        : attempt(
            () =>
              api<typeof moderationContract.release>('DELETE', '/api/admin/moderation/:id/claim', {
                params: { id },
              }).then(() => undefined),
            'Given back',
          ),
    reopen: ({ id }: ModerationCase) =>
      attempt(
        () =>
          api<typeof moderationContract.reopen>('POST', '/api/admin/moderation/:id/reopen', { params: { id } }).then(
            () => undefined,
          ),
        'Opened again',
      ),
  }
}
