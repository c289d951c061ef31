import {
  ChartColumn,
  CirclePause,
  CirclePlay,
  CloudOff,
  Copy,
  Download,
  EllipsisVertical,
  History,
  Layers,
  PencilLine,
  Tags,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#src/ui/badge.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import type { RowPlace } from '#src/ui/long-rows.tsx'
import { Menu, type MenuItem } from '#src/ui/menu.tsx'
import { StatusLabel } from '#src/ui/status-icon.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { WorkflowBadge } from '../workflow-badge.web.tsx'
import type { WorkflowEntry } from '../workflows.schema.ts'
import { OutcomeLine } from './outcome-line.web.tsx'

type Act = (workflow: WorkflowEntry) => void

/** What can be done to one row. */
export interface RowActs {
  readonly onPause: Act
  readonly onResume: Act
  readonly onUnpublish: Act
  readonly onRename: Act
  readonly onDuplicate: Act
  readonly onTags: Act
  readonly onVersions: Act
  readonly onExport: Act
  readonly onDelete: Act
}

function menuItems(workflow: WorkflowEntry, acts: RowActs): MenuItem[] {
  const { id, status } = workflow
  const turns: MenuItem[] = {
    draft: [],
    published: [
      { label: 'Pause…', icon: CirclePause, startsGroup: true, onSelect: () => acts.onPause(workflow) },
      { label: 'Unpublish', icon: CloudOff, onSelect: () => acts.onUnpublish(workflow) },
    ],
    paused: [
      { label: 'Resume', icon: CirclePlay, startsGroup: true, onSelect: () => acts.onResume(workflow) },
      { label: 'Unpublish', icon: CloudOff, onSelect: () => acts.onUnpublish(workflow) },
    ],
  }[status]
  return [
    { label: 'Open', icon: PencilLine, to: `/workflows/${id}` },
    { label: 'Executions', icon: History, to: `/workflows/${id}/executions` },
    { label: 'Analytics', icon: ChartColumn, to: `/workflows/${id}/analytics` },
    { label: 'Versions…', icon: Layers, onSelect: () => acts.onVersions(workflow) },
    ...turns,
    { label: 'Rename…', icon: TextCursorInput, startsGroup: true, onSelect: () => acts.onRename(workflow) },
    { label: 'Duplicate', icon: Copy, onSelect: () => acts.onDuplicate(workflow) },
    { label: 'Tags…', icon: Tags, onSelect: () => acts.onTags(workflow) },
    { label: 'Export', icon: Download, onSelect: () => acts.onExport(workflow) },
    { label: 'Delete', icon: Trash2, danger: true, startsGroup: true, onSelect: () => acts.onDelete(workflow) },
  ]
}

interface WorkflowRowProps extends RowActs {
  readonly workflow: WorkflowEntry
  readonly place: RowPlace
  readonly isChosen: boolean
  readonly onToggle: () => void
}

export function WorkflowRow({ workflow, place, isChosen, onToggle, ...acts }: WorkflowRowProps) {
  const { id, name, status, publishedVersion, failing, tags } = workflow
  const hasOutcomes = workflow.outcomes.length > 0
  return (
    <li
      {...place}
      className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-3 hover:bg-hover has-checked:bg-accent-soft @2xl:grid-cols-[auto_minmax(0,1fr)_9rem_13rem_8.5rem_auto]"
    >
      <label className="relative z-1 -m-1 grid size-8 place-items-center pointer-coarse:size-11">
        <input type="checkbox" data-row-choice checked={isChosen} onChange={onToggle} className="tick-box" />
        <span className="sr-only">Select {name}</span>
      </label>
      <div className="flex min-w-0 flex-col items-start gap-1">
        <Link
          to={`/workflows/${id}`}
          data-row-link
          title={name}
          dir="auto"
          className="max-w-full min-h-6 truncate [text-align:match-parent] text-14 leading-6 font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        {tags.length === 0 ? null : <TagWords tags={tags} />}
      </div>
      <span className="col-start-2 row-start-2 flex flex-wrap gap-1 @2xl:col-start-3 @2xl:row-start-1">
        {failing ? (
          <Badge kind="bad">Failing, version {publishedVersion}</Badge>
        ) : (
          <WorkflowBadge status={status} version={publishedVersion} />
        )}
      </span>
      <span
        className={classNames(
          'col-span-2 col-start-2 row-start-3 flex flex-wrap items-center gap-x-3 @2xl:col-start-4 @2xl:row-start-1',
          hasOutcomes && '@2xl:col-span-1',
        )}
      >
        <LastRun workflow={workflow} />
      </span>
      {hasOutcomes ? (
        <span className="relative z-1 col-span-2 col-start-2 row-start-4 flex @2xl:col-span-1 @2xl:col-start-5 @2xl:row-start-1">
          <OutcomeLine outcomes={workflow.outcomes} />
        </span>
      ) : null}
      <div className="relative z-1 col-start-3 row-start-1 @2xl:col-start-6">
        <Menu
          label={`Actions for ${name}`}
          items={menuItems(workflow, acts)}
          trigger={(trigger) => (
            <IconButton {...trigger} icon={EllipsisVertical} size="dense" aria-label={`Actions for ${name}`} />
          )}
        />
      </div>
    </li>
  )
}

const TagWords = ({ tags }: { readonly tags: readonly string[] }) => (
  <ul aria-label="Tags" className="flex max-w-full flex-wrap gap-x-2">
    {tags.map((tag) => (
      <li key={tag} className="meta-line max-w-full truncate" dir="auto">
        #{tag}
      </li>
    ))}
  </ul>
)

const LastRun = ({ workflow: { lastExecution, updatedAt } }: { readonly workflow: WorkflowEntry }) =>
  lastExecution === null ? (
    <span className="meta-line">
      Never ran · changed <TimeAgo at={updatedAt} />
    </span>
  ) : (
    <>
      <StatusLabel status={lastExecution.status} />
      <TimeAgo at={lastExecution.createdAt} className="meta-line" />
    </>
  )
