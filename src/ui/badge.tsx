import { Bookmark, CircleCheck, type LucideIcon, Pin, TriangleAlert, X, XCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export type BadgeKind = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'pin' | 'mark'

const KINDS: Record<BadgeKind, { look: string; icon?: LucideIcon }> = {
  neutral: { look: 'border-line bg-sunken text-text-2' },
  accent: { look: 'border-transparent bg-accent-soft text-accent-text' },
  ok: { look: 'border-transparent bg-ok-soft text-ok', icon: CircleCheck },
  warn: { look: 'border-transparent bg-warn-soft text-warn', icon: TriangleAlert },
  bad: { look: 'border-transparent bg-bad-soft text-bad', icon: XCircle },
  pin: { look: 'border-transparent bg-pin-soft text-pin', icon: Pin },
  mark: { look: 'border-transparent bg-mark text-on-mark', icon: Bookmark },
}

interface BadgeProps {
  kind?: BadgeKind
  /** Replaces the icon of the kind. */
  icon?: LucideIcon
  children: ReactNode
}

/** A state in one word. Never by colour alone: kinds with a meaning bring their icon. Mark is for what is yours. */
export function Badge({ kind = 'neutral', icon, children }: BadgeProps) {
  const Icon = icon ?? KINDS[kind].icon
  return (
    <span
      className={classNames(
        'inline-flex min-h-5 w-fit items-center gap-1 rounded-4 border px-1.5 text-12 font-medium',
        KINDS[kind].look,
      )}
    >
      {Icon ? <Icon size={12} /> : null}
      {children}
    </span>
  )
}

const CHIP =
  'inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border px-3 text-13 pointer-coarse:min-h-11'

/** A tag that leads to what carries it; `current` when the list is filtered by it. */
export const TagLink = ({ to, current = false, children }: { to: string; current?: boolean; children: ReactNode }) => (
  <Link
    to={to}
    aria-current={current || undefined}
    className={classNames(
      CHIP,
      'transition-colors',
      current
        ? 'border-accent bg-accent-soft font-medium text-accent-text forced-colors:outline-2'
        : 'border-line bg-surface text-text-2 hover:border-line-strong hover:bg-hover hover:text-text',
    )}
  >
    <span className="truncate" title={typeof children === 'string' ? children : undefined}>
      {children}
    </span>
  </Link>
)

/** A filter that is on; the button in it takes it away. */
export const RemovableChip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <span className={classNames(CHIP, 'border-line-strong bg-surface pe-0.5 text-text')}>
    <span className="truncate" title={label}>
      {label}
    </span>
    <button
      type="button"
      aria-label={`Remove ${label}`}
      onClick={onRemove}
      className="grid size-6 place-items-center rounded-full text-text-2 hover:bg-hover hover:text-text pointer-coarse:size-11"
    >
      <X size={14} />
    </button>
  </span>
)
