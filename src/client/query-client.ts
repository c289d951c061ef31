import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '#src/lib/contract.ts'
import { request } from './request.ts'

/** ['/api/workflows', id, 'versions'] → "/api/workflows/<id>/versions" */
export const urlOf = (key: QueryKey): string => key.join('/')

/** The request layer retries; what it gave up is not asked for again, nor is what it brought ever stale. */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => request(urlOf(queryKey), { method: 'GET', signal }),
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
      },
      // Without a connection they fail and say so, instead of waiting for one in silence.
      mutations: { retry: false, networkMode: 'always' },
    },
  })

let session: { readonly viewerId: string; readonly client: QueryClient } | undefined

/** One for each person who signs in, so that nobody sees what another one left. On the server: one for each page. */
export function queryClientFor(viewerId: string): QueryClient {
  if (typeof document === 'undefined') return createQueryClient()
  if (session?.viewerId !== viewerId) {
    session?.client.clear()
    session = { viewerId, client: createQueryClient() }
  }
  return session.client
}

/** Options of the query whose key is its address: `getting<typeof workflowsContract.list>('/api/workflows')`. */
export const getting = <E extends Endpoint>(...key: readonly [string, ...string[]]) =>
  queryOptions<AnswerOf<E>>({ queryKey: key })
