import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import type { ClientErrorGroup, clientErrorsContract } from '#src/features/client-errors/client-errors.schema.ts'

/** Marks a group and brings every list that shows it up to date. */
export function useResolve() {
  const client = useQueryClient()
  return async ({ id, resolvedAt }: ClientErrorGroup) => {
    const params = { id }
    try {
      if (resolvedAt === null)
        await api<typeof clientErrorsContract.resolve>('POST', '/api/admin/client-errors/:id/resolve', { params })
      else await api<typeof clientErrorsContract.reopen>('POST', '/api/admin/client-errors/:id/reopen', { params })
      toast({ kind: 'success', title: resolvedAt === null ? 'Marked as resolved' : 'Opened again' })
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
    } catch (error) {
      toast({ kind: 'error', title: 'Nothing was changed', description: toApiError(error).message })
    }
  }
}
