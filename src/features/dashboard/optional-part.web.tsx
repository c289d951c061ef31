import type { ReactNode } from 'react'
import { type QueryLike, QueryView } from '#src/client/query-view.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'

/** Nothing is known to be wrong with it, and there is nothing in it. */
export const isKnownEmpty = <T,>({ data, error }: QueryLike<T>, isEmpty: (data: T) => boolean): boolean =>
  data !== undefined && error === null && isEmpty(data)

interface OptionalPartProps<T> {
  readonly id: string
  readonly title: string
  /** What it shows, as in “Failed to fetch recent tools”. */
  readonly noun: string
  readonly query: QueryLike<T>
  readonly isEmpty: (data: T) => boolean
  readonly children: (data: T) => ReactNode
}

/** Takes no room while there is nothing in it; what is not known is never shown as nothing. */
export const OptionalPart = <T,>({ id, title, noun, query, isEmpty, children }: OptionalPartProps<T>) =>
  isKnownEmpty(query, isEmpty) ? null : (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <SectionHeader id={id} title={title} />
      <PartView query={query} noun={noun} isEmpty={isEmpty}>
        {children}
      </PartView>
    </section>
  )

type PartViewProps<T> = Pick<OptionalPartProps<T>, 'noun' | 'query' | 'isEmpty' | 'children'>

/** One of the queries of such a part, in whichever state it is. */
export const PartView = <T,>({ query, noun, isEmpty, children }: PartViewProps<T>) => (
  <QueryView
    query={query}
    loading={<RowSkeletons count={2} label={`Loading ${noun}…`} />}
    offline={<OfflineState level={3} />}
    failed={(failure) => <ErrorState level={3} title={`Failed to fetch ${noun}`} {...failure} />}
  >
    {(data) => (isEmpty(data) ? null : children(data))}
  </QueryView>
)
