import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  CopyCheck,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'
import { classNames } from './class-names.ts'

export type Status = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped' | 'cancelled' | 'reused'

const STATUSES: Record<Status, { icon: LucideIcon; tone: string; word: string }> = {
  queued: { icon: CircleDashed, tone: 'text-text-2', word: 'Queued' },
  running: { icon: LoaderCircle, tone: 'text-accent-text', word: 'Running' },
  waiting: { icon: Hourglass, tone: 'text-warn', word: 'Waiting' },
  succeeded: { icon: CircleCheck, tone: 'text-ok', word: 'Succeeded' },
  failed: { icon: CircleX, tone: 'text-bad', word: 'Failed' },
  skipped: { icon: CircleSlash, tone: 'text-text-3', word: 'Skipped' },
  cancelled: { icon: CircleSlash, tone: 'text-text-2', word: 'Cancelled' },
  reused: { icon: CopyCheck, tone: 'text-ok', word: 'Reused' },
}

interface StatusLabelProps {
  status: Status
  /** The word only for screen readers, where a column heading says what it is. */
  iconOnly?: boolean
}

/** State of a run or a step: icon, word and colour, so that any one of them is enough. */
export function StatusLabel({ status, iconOnly = false }: StatusLabelProps) {
  const { icon: Icon, tone, word } = STATUSES[status]
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-13 font-medium', tone)}>
      <Icon size={16} className={status === 'running' ? 'animate-spin' : ''} />
      <span className={iconOnly ? 'sr-only' : ''}>{word}</span>
    </span>
  )
}
