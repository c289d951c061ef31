import { type DataTag, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { toApiError } from './api-error.ts'

/** Puts what a loader has just brought where the queries look, so that no older copy is shown first. */
function useFreshData(queryKey: QueryKey, loaded: unknown): void {
  const client = useQueryClient()
  const [taken, setTaken] = useState<unknown>()
  if (loaded !== undefined && loaded !== taken) {
    client.setQueryData(queryKey, loaded)
    setTaken(loaded)
  }
}

/** A query of `getting` that begins with what the page's loader brought. */
export function useLoadedQuery<T>(options: { queryKey: DataTag<QueryKey, T, Error> }, loaded: T | undefined) {
  useFreshData(options.queryKey, loaded)
  return useQuery<T>({ queryKey: options.queryKey })
}

interface PagesOptions<Page> {
  readonly queryKey: QueryKey
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>
  /** The first page, from the page's loader. */
  readonly loaded: Page | undefined
  /** 0: each time anew. Absent: what it brought is never stale. */
  readonly staleTime?: number
}

/** A list that grows by `cursor`, beginning with what the loader brought. */
export function useLoadedPages<Page extends { readonly cursor: string | null }>(options: PagesOptions<Page>) {
  const { queryKey, fetchPage, loaded, staleTime = Number.POSITIVE_INFINITY } = options
  const first = useMemo(
    () => (loaded === undefined ? undefined : { pages: [loaded], pageParams: [undefined as string | undefined] }),
    [loaded],
  )
  useFreshData(queryKey, first)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor,
    staleTime,
  })
}

export interface QueryLike<T> {
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
