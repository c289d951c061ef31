import {
  Box,
  CircleStop,
  Funnel,
  Globe,
  type LucideIcon,
  Mail,
  Merge,
  PencilLine,
  Play,
  Reply,
  Signpost,
  Split,
  SquareCode,
  StickyNote,
  Webhook,
  Wrench,
} from 'lucide-react'

// By name and not the whole library: each icon that a node type names is added here.
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'circle-stop': CircleStop,
  funnel: Funnel,
  globe: Globe,
  mail: Mail,
  merge: Merge,
  'pencil-line': PencilLine,
  play: Play,
  reply: Reply,
  signpost: Signpost,
  split: Split,
  'square-code': SquareCode,
  'sticky-note': StickyNote,
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
