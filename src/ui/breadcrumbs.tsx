import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

/** The way here; the last one is this page and no link. */
export const Breadcrumbs = ({ trail }: { trail: readonly { label: string; to?: string }[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center gap-x-1 text-13 text-text-2">
      {trail.map(({ label, to }, index) => (
        <li key={label} className="flex max-w-full min-w-0 items-center gap-1">
          {index > 0 ? <ChevronRight size={14} className="text-text-3" /> : null}
          {to === undefined ? (
            <span aria-current="page" title={label} className="min-w-0 truncate text-text">
              {label}
            </span>
          ) : (
            <Link
              to={to}
              className="block min-w-0 max-w-80 min-h-6 truncate rounded-4 leading-6 hover:text-text hover:underline pointer-coarse:leading-11"
              title={label}
            >
              {label}
            </Link>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
