import { FlaskConical } from 'lucide-react'
import type { StandIn, StepStatus as Status } from '#src/lib/run-status.ts'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { shownStatus, standInText } from './run-words.ts'

interface StepStatusProps {
  readonly status: Status
  /** Where its output came from when something stood for it. */
  readonly standIn?: StandIn | undefined
}

/** What a step came to; of one that was simulated what stood for it. */
export const StepStatus = ({ status, standIn }: StepStatusProps) =>
  standIn !== undefined && status === 'reused' ? (
    <span className="inline-flex items-center gap-1.5 text-13 font-medium text-accent-text">
      <FlaskConical size={16} />
      {standInText(standIn)}
    </span>
  ) : (
    <StatusLabel status={shownStatus(status)} />
  )
