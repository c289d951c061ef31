import { Badge } from '#src/ui/badge.tsx'
import type { WorkflowCard } from './workflows.schema.ts'

interface WorkflowBadgeProps {
  readonly status: WorkflowCard['status']
  readonly version: number | null
}

const NOT_LIVE = { draft: 'Draft', paused: 'Paused' }

/** Whether a workflow runs in production, and as which version. */
export const WorkflowBadge = ({ status, version }: WorkflowBadgeProps) =>
  status === 'published' ? <Badge kind="ok">Runs version {version}</Badge> : <Badge>{NOT_LIVE[status]}</Badge>
