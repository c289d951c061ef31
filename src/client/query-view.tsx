import { type DataTag, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { toApiError } from './api-error.ts'

/** Puts what a loader has just brought where the queries look, so that no older copy is shown first. */
function useFreshData(queryKey: QueryKey, loaded: unknown): void {
  const client = useQueryClient()
  const name = JSON.stringify(queryKey)
  useMemo(() => {
    if (loaded !== undefined) client.setQueryData(JSON.parse(name), loaded)
  }, [client, name, loaded])
}

/** A query of `getting` that begins with what the page's loader brought. */
export function useLoadedQuery<T>(options: { queryKey: DataTag<QueryKey, T, Error> }, loaded: T | undefined) {
  useFreshData(options.queryKey, loaded)
  return useQuery<T>({ queryKey: options.queryKey })
}

/** A view of fetched data in whichever of its states it is. */
export function QueryView<T>({ query, loading, offline, failed, children }: QueryViewProps<T>) {
  const { data, error, isPaused } = query
  const failure = error === null ? null : failed(toFailure(query))
  if (data !== undefined)
    return (
      <>
        {failure}
        {children(data)}
      </>
    )
  return failure ?? (isPaused ? offline : loading)
}

function toFailure({ error, refetch }: QueryLike<unknown>): Failure {
  const { message, requestId } = toApiError(error)
  return { message, requestId, onRetry: () => void refetch() }
}
