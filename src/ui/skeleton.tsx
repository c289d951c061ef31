import { classNames } from './class-names.ts'

/** One grey bar; give it size by class: `h-4 w-40`. Appears after 200 ms. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classNames('animate-shimmer block rounded-4 bg-hover', className)} />
)

/** Placeholders the size of link cards; one status for all of them. */
export const CardSkeletons = ({ count, label = 'Loading…' }: { count: number; label?: string }) => (
  <div role="status" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <span className="sr-only">{label}</span>
    {Array.from({ length: count }, (_, index) => (
      <div
        key={index}
        aria-hidden="true"
        className="animate-late flex flex-col gap-3 rounded-10 border border-line p-4"
      >
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="mt-3 h-3 w-1/2" />
      </div>
    ))}
  </div>
)

/** Placeholders the size of table rows. */
export const RowSkeletons = ({ count, label = 'Loading…' }: { count: number; label?: string }) => (
  <div role="status" className="animate-late rounded-10 border border-line bg-surface">
    <span className="sr-only">{label}</span>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="flex items-center gap-6 border-b border-line px-4 py-3 last:border-0">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="ms-auto h-4 w-16" />
      </div>
    ))}
  </div>
)
