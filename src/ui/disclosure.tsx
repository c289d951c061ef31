import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  summary: ReactNode
  startsOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Native details: opens without scripts and by find-in-page. */
export const Disclosure = ({ summary, startsOpen = false, onToggle, children }: DisclosureProps) => (
  <details
    open={startsOpen}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    className="group rounded-6 border border-line bg-surface"
  >
    <summary className="flex min-h-10 list-none items-center gap-2 rounded-6 px-3 py-2 text-14 font-medium hover:bg-hover pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
      <ChevronRight size={16} className="text-text-2 transition-[rotate] duration-140 group-open:rotate-90" />
      {summary}
    </summary>
    <div className="border-t border-line px-4 py-3 text-14 text-text-2">{children}</div>
  </details>
)
