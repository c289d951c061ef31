import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { MAX_BULK, type ModerationCase, type moderationContract } from './moderation.schema.ts'
import type { Task, Words } from './task.ts'
import { DECIDED_WORDS, nameOf, skippedWords } from './words.ts'

const NOTHING = 'Nothing was decided'

/** As many as a call takes at a time; answers why cases were not decided. */
async function decideTogether({ cases, decision }: Task, words: Words): Promise<readonly string[]> {
  const left: string[] = []
  for (let from = 0; from < cases.length; from += MAX_BULK) {
    const some = cases.slice(from, from + MAX_BULK).map(({ id, revision }) => ({ id, revision }))
    try {
      const { refused } = await api<typeof moderationContract.bulk>('POST', '/api/admin/moderation/bulk', {
        body: { cases: some, decision, ...words },
      })
      left.push(...refused.map(({ message }) => message))
    } catch (error) {
      if (from === 0) throw error
      // What came before is decided.
      return [...left, ...cases.slice(from).map(() => toApiError(error).message)]
    }
  }
  return left
}

async function carryOut(task: Task, words: Words): Promise<string | undefined> {
  const { cases, decision, skipped } = task
  const [only] = cases
  let left: readonly string[] = []
  if (cases.length === 1 && only !== undefined)
    await api<typeof moderationContract.decide>('POST', '/api/admin/moderation/:id/decide', {
      params: { id: only.id },
      body: { decision, revision: only.revision, ...words },
    })
  else left = await decideTogether(task, words)
  const said = [
    ...(left.length === 0 ? [] : [`${left.length} not decided: ${left[0]}`]),
    ...(skipped.length === 0 ? [] : [skippedWords(skipped)]),
  ]
  return said.length === 0 ? undefined : said.join(' ')
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
      toast({ kind: 'error', title: NOTHING, description: toApiError(error).message })
      return false
    } finally {
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
    }
  }
  return {
    decide: (task: Task, words: Words) => {
      const [only] = task.cases
      const whom = task.cases.length === 1 && only !== undefined ? nameOf(only) : `${task.cases.length} cases`
      const done = only === undefined ? NOTHING : `${DECIDED_WORDS[task.decision]}: ${whom}`
      return attempt(() => carryOut(task, words), done)
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
