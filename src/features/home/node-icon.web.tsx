import {
  Box,
  CalendarClock,
  CircleStop,
  ClipboardList,
  Funnel,
  GitBranch,
  GitMerge,
  Globe,
  type LucideIcon,
  Mail,
  Play,
  Reply,
  Signpost,
  SlidersHorizontal,
  SquareCode,
  Webhook,
  Wrench,
} from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  manual: Play,
  webhook: Webhook,
  schedule: CalendarClock,
  form: ClipboardList,
  set: SlidersHorizontal,
  if: GitBranch,
  switch: Signpost,
  filter: Funnel,
  merge: GitMerge,
  stop: CircleStop,
  tool: Wrench,
  http: Globe,
  code: SquareCode,
  mail: Mail,
  respond: Reply,
}

/** A type of node as a small picture; a box for types that this page does not know yet. */
export function NodeIcon({ type, size, className }: { type: string; size: number; className?: string }) {
  const Icon = ICONS[type] ?? Box
  return <Icon size={size} {...(className !== undefined && { className })} />
}
