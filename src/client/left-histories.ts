export interface LeftHistory {
  readonly page: string
  /** When somebody last did or undid something there. */
  readonly changedAt: number
  /** Whether its page is still there. */
  readonly isOpen: boolean
}

/** Of pages that are gone so many stay: a tab that is brought back finds its own. */
export const MAX_LEFT = 5

/**
 * What a page goes on with: the history of the page that its tab showed before, or else, of the pages that are gone,
 * the one that was changed last. `dropped` are of no use any more.
 */
export function chooseHistory<Left extends LeftHistory>(left: readonly Left[], before: string | null) {
  const gone = left.filter(({ isOpen }) => !isOpen).sort((one, other) => other.changedAt - one.changedAt)
  const isBefore = ({ page }: Left) => page === before
  return {
    chosen: left.find(isBefore) ?? gone[0],
    dropped: gone.filter((one, index) => isBefore(one) || index >= MAX_LEFT),
  }
}
