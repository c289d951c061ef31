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
import { classNames } from '#src/ui/class-names.ts'

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

/** What sort of step it is, at a glance; its name says the same. */
const LOOKS: Readonly<Record<string, string>> = {
  trigger: 'border-transparent bg-accent text-on-accent',
  action: 'border-transparent bg-accent-soft text-accent-text',
  note: 'border-transparent bg-warn-soft text-warn',
}

export function NodeIcon({ name, category = '' }: { name: string | undefined; category?: string | undefined }) {
  const Icon = (name === undefined ? undefined : ICONS[name]) ?? Box
  return (
    <span
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-6 border',
        LOOKS[category] ?? 'border-line bg-sunken text-text-2',
      )}
    >
      <Icon size={16} />
    </span>
  )
}
