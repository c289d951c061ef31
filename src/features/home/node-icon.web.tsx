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
  Webhook,
  Workflow,
  Wrench,
} from 'lucide-react'

// By name and not the whole library: a page that is public carries no more pictures than it shows.
export const ICONS: Readonly<Record<string, LucideIcon>> = {
  manual: Play,
  webhook: Webhook,
  schedule: CalendarClock,
  form: ClipboardList,
  error: Siren,
  feed: Rss,
  set: PencilLine,
  if: Split,
  switch: Signpost,
  filter: Funnel,
  loop: Repeat,
  merge: Merge,
  wait: Hourglass,
  approval: Stamp,
  stop: CircleStop,
  tool: Wrench,
  http: Globe,
  code: SquareCode,
  ai: Sparkles,
  mail: Mail,
  respond: Reply,
  workflow: Workflow,
}

/** A type of node as a small picture; a box for types that this page does not know yet. */
export function NodeIcon({ type, size, className }: { type: string; size: number; className?: string }) {
  const Icon = ICONS[type] ?? Box
  return <Icon size={size} {...(className !== undefined && { className })} />
}
