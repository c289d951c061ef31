import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface ShowOlderProps {
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  readonly children: ReactNode
}

/** Below a list that comes in pages: brings the next one, and is gone after the last. */
export const ShowOlder = ({ query, children }: ShowOlderProps) =>
  query.hasNextPage ? (
    <Button size="dense" className="w-fit" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  ) : null
