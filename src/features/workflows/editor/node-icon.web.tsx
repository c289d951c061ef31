import {
  Box,
  CalendarClock,
  CircleStop,
  ClipboardList,
  Funnel,
  Globe,
  Hourglass,
  type LucideIcon,
  Mail,
  Merge,
  PencilLine,
  Play,
  Repeat,
  Reply,
  Rss,
  Signpost,
  Siren,
  Sparkles,
  Split,
  SquareCode,
  Stamp,
  StickyNote,
  Webhook,
  Workflow,
  Wrench,
} from 'lucide-react'

// By name and not the whole library: each icon that a node type names is added here.
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'calendar-clock': CalendarClock,
  'circle-stop': CircleStop,
  'clipboard-list': ClipboardList,
  funnel: Funnel,
  globe: Globe,
  hourglass: Hourglass,
  mail: Mail,
  merge: Merge,
  'pencil-line': PencilLine,
  play: Play,
  repeat: Repeat,
  reply: Reply,
  rss: Rss,
  signpost: Signpost,
  sparkles: Sparkles,
  split: Split,
  'square-code': SquareCode,
  stamp: Stamp,
  'sticky-note': StickyNote,
  siren: Siren,
  webhook: Webhook,
  workflow: Workflow,
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
