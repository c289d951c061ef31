import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/** Which page numbers to show around `page`; 0 stands for a gap. [1, 0, 4, 5, 6, 0, 20] */
export function pageNumbers(page: number, count: number): number[] {
  const wanted = [1, page - 1, page, page + 1, count].filter((one) => one >= 1 && one <= count)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((one, index) => {
    const gap = one - (sorted[index - 1] ?? 0) - 1
    return gap === 0 ? [one] : gap === 1 ? [one - 1, one] : [0, one]
  })
}

interface PaginationProps {
  page: number
  count: number
  /** Address of a page: the number is state of the URL. */
  to: (page: number) => string
  label?: string
}

const CELL =
  'figures grid min-h-8 min-w-8 place-items-center rounded-6 border px-2 text-14 pointer-coarse:min-h-11 pointer-coarse:min-w-11'

export function Pagination({ page, count, to, label = 'Pages' }: PaginationProps) {
  if (count <= 1) return null
  const step = (target: number, name: string, Icon: typeof ChevronLeft) =>
    target < 1 || target > count ? null : (
      <li>
        <Link to={to(target)} aria-label={name} className={classNames(CELL, 'border-transparent hover:bg-hover')}>
          <Icon size={16} />
        </Link>
      </li>
    )
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center gap-1">
        {step(page - 1, 'Previous page', ChevronLeft)}
        {pageNumbers(page, count).map((one, index) =>
          one === 0 ? (
            <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-text-3">
              …
            </li>
          ) : (
            <li key={one}>
              <Link
                to={to(one)}
                aria-label={`Page ${one}`}
                aria-current={one === page ? 'page' : undefined}
                className={classNames(
                  CELL,
                  one === page
                    ? 'border-accent bg-accent-soft font-medium text-accent-text forced-colors:outline-2'
                    : 'border-transparent hover:bg-hover',
                )}
              >
                {one}
              </Link>
            </li>
          ),
        )}
        {step(page + 1, 'Next page', ChevronRight)}
      </ul>
    </nav>
  )
}

interface LoadMoreProps {
  /** How many are shown. */
  shown: number
  /** What one of them is called; more of them end in s. */
  one: string
  busy?: boolean
  /** Absent at the end of the list. */
  onMore?: (() => void) | undefined
}

/** The foot of a list that grows in place: says how many entries are there, and fetches more. */
export const LoadMore = ({ shown, one, busy = false, onMore }: LoadMoreProps) => (
  <div className="flex flex-col items-center gap-2">
    <p role="status" className="meta-line">
      {shown} {shown === 1 ? one : `${one}s`}
      {onMore ? ', and more' : ''}
    </p>
    {onMore ? (
      <Button busy={busy} onClick={onMore}>
        Load more
      </Button>
    ) : null}
  </div>
)
