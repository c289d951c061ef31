import { type DataTag, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { toApiError } from './api-error.ts'

/** Puts what a loader has just brought where the queries look, before it is painted. */
export function useFreshData(queryKey: QueryKey, loaded: unknown): void {
  const client = useQueryClient()
  const name = JSON.stringify(queryKey)
  useLayoutEffect(() => {
    if (loaded !== undefined) client.setQueryData(JSON.parse(name), loaded)
  }, [client, name, loaded])
}

interface QueryLike<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isPaused: boolean
  readonly refetch: () => unknown
}
interface Failure {
  readonly message: string
  readonly requestId: string | undefined
  readonly onRetry: () => void
}
interface QueryViewProps<T> {
  readonly query: QueryLike<T>
  readonly loading: ReactNode
  readonly offline: ReactNode
  /** Stands above the data when only a refresh failed. */
  readonly failed: (failure: Failure) => ReactNode
  readonly children: (data: T) => ReactNode
}

/** A query of `getting` that begins with what the page's loader brought. */
export function useLoadedQuery<T>(options: { queryKey: DataTag<QueryKey, T> }, loaded: T | undefined) {
  useFreshData(options.queryKey, loaded)
  return useQuery<T>({ queryKey: options.queryKey, initialData: () => loaded })
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
