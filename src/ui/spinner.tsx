import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

interface SpinnerProps {
  /** Said to screen readers; shown beside the wheel with `showLabel`. */
  label?: string
  size?: 16 | 20 | 32
  showLabel?: boolean
  className?: string
}

/** Says that something is under way. Shown at once: delay it with `animate-late` where the wait may be short. */
export function Spinner({ label = 'Loading…', size = 20, showLabel = false, className }: SpinnerProps) {
  return (
    <span role="status" className={classNames('inline-flex items-center gap-2 text-text-2', className)}>
      <LoaderCircle size={size} className="animate-spin" />
      <span className={showLabel ? 'text-14' : 'sr-only'}>{label}</span>
    </span>
  )
}

/** The whole page waits, as on a protected page while the user loads. */
export const PageSpinner = ({ label }: { label?: string }) => (
  <div className="grid min-h-[60vh] place-items-center">
    <Spinner size={32} {...(label === undefined ? {} : { label })} />
  </div>
)
