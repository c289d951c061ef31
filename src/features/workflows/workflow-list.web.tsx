import { Download, EllipsisVertical, History, Layers, PencilLine, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton } from '#src/ui/button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { LoadMore } from '#src/ui/pagination.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { exportWorkflow } from './files/export-workflow.web.tsx'
import { WorkflowBadge } from './workflow-badge.web.tsx'
import type { WorkflowCard } from './workflows.schema.ts'

interface WorkflowListProps {
  readonly workflows: readonly WorkflowCard[]
  readonly onVersions: (workflow: WorkflowCard) => void
  readonly onDelete: (workflow: WorkflowCard) => void
  /** Absent at the end of the list. */
  readonly onMore?: () => void
  readonly busy: boolean
}

export const WorkflowList = ({ workflows, onVersions, onDelete, onMore, busy }: WorkflowListProps) => (
  <div className="flex flex-col gap-4">
    <ul className="@container divide-y divide-line rounded-10 border border-line bg-surface">
      {workflows.map((workflow) => (
        <Row
          key={workflow.id}
          workflow={workflow}
          onVersions={() => onVersions(workflow)}
          onDelete={() => onDelete(workflow)}
        />
      ))}
    </ul>
    <LoadMore shown={workflows.length} one="workflow" busy={busy} onMore={onMore} />
  </div>
)

interface RowProps {
  readonly workflow: WorkflowCard
  readonly onVersions: () => void
  readonly onDelete: () => void
}

function Row({ workflow, onVersions, onDelete }: RowProps) {
  const { id, name, status, publishedVersion, lastExecution, updatedAt } = workflow
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover @2xl:grid-cols-[minmax(0,1fr)_8rem_15rem_auto]">
      <Link
        to={`/workflows/${id}`}
        title={name}
        dir="auto"
        className="min-w-0 min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
      >
        {name}
      </Link>
      <span className="col-start-1 row-start-2 @2xl:col-start-2 @2xl:row-start-1">
        <WorkflowBadge status={status} version={publishedVersion} />
      </span>
      <span className="col-span-2 row-start-3 flex flex-wrap items-center gap-x-3 @2xl:col-span-1 @2xl:col-start-3 @2xl:row-start-1">
        {lastExecution === null ? (
          <span className="meta-line">
            Never ran · changed <TimeAgo at={updatedAt} />
          </span>
        ) : (
          <>
            <StatusLabel status={lastExecution.status} />
            <TimeAgo at={lastExecution.createdAt} className="meta-line" />
          </>
        )}
      </span>
      <div className="relative z-1 col-start-2 row-start-1 @2xl:col-start-4">
        <Menu
          label={`Actions for ${name}`}
          items={[
            { label: 'Open', icon: PencilLine, to: `/workflows/${id}` },
            { label: 'Executions', icon: History, to: `/workflows/${id}/executions` },
            { label: 'Versions…', icon: Layers, onSelect: onVersions },
            { label: 'Export', icon: Download, onSelect: () => void exportWorkflow(workflow) },
            { label: 'Delete…', icon: Trash2, danger: true, startsGroup: true, onSelect: onDelete },
          ]}
          trigger={(trigger) => (
            <IconButton {...trigger} icon={EllipsisVertical} size="dense" aria-label={`Actions for ${name}`} />
          )}
        />
      </div>
    </li>
  )
}
