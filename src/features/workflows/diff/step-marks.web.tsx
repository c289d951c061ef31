import { CircleMinus, CirclePlus, type LucideIcon, Move, PencilLine } from 'lucide-react'
import type { StepMark } from '#src/lib/graph/diff.ts'
import { Badge, type BadgeKind } from '#src/ui/badge.tsx'

/** What has become of a step: never told by colour alone. */
export const STEP_MARKS: Record<StepMark, { word: string; kind: BadgeKind; icon: LucideIcon }> = {
  added: { word: 'Added', kind: 'ok', icon: CirclePlus },
  removed: { word: 'Removed', kind: 'bad', icon: CircleMinus },
  changed: { word: 'Changed', kind: 'warn', icon: PencilLine },
  moved: { word: 'Moved', kind: 'neutral', icon: Move },
}

export function MarkBadge({ mark }: { mark: StepMark }) {
  const { word, kind, icon } = STEP_MARKS[mark]
  return (
    <Badge kind={kind} icon={icon}>
      {word}
    </Badge>
  )
}
