import {
  Box,
  CalendarClock,
  ClipboardList,
  Globe,
  Hourglass,
  type LucideIcon,
  PencilLine,
  Play,
  Reply,
  Split,
  Stamp,
  Webhook,
  Wrench,
} from 'lucide-react'

// By name and not the whole library: each icon that a node type names is added here.
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'calendar-clock': CalendarClock,
  'clipboard-list': ClipboardList,
  globe: Globe,
  hourglass: Hourglass,
  'pencil-line': PencilLine,
  play: Play,
  reply: Reply,
  split: Split,
  stamp: Stamp,
  webhook: Webhook,
  wrench: Wrench,
}

export function NodeIcon({ name }: { name: string | undefined }) {
  const Icon = (name === undefined ? undefined : ICONS[name]) ?? Box
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-6 border border-line bg-sunken text-accent-text">
      <Icon size={16} />
    </span>
  )
}
