import { ChartColumn, ChevronLeft, FlaskConical, History, Keyboard, Play, Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink, IconButton, IconLink } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { NOTHING_TO_DO } from '#src/ui/nothing-to-do.ts'
import { WorkflowBadge } from '../workflow-badge.web.tsx'
import type { Workflow } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'
import type { EditorView } from './use-view.web.tsx'
import { ViewSwitch } from './view-switch.web.tsx'
import { WorkflowName } from './workflow-name.web.tsx'

interface EditorBarProps {
  readonly workflow: Workflow
  readonly draft: Draft
  readonly isPublishedAsIs: boolean
  readonly publishing: boolean
  readonly view: EditorView | undefined
  readonly onView: (view: EditorView) => void
  readonly onRun: () => void
  readonly onSimulate: () => void
  readonly onPublish: () => void
  readonly onShortcuts: () => void
  /** How saving goes, and the way back and forth. */
  readonly children: ReactNode
  /** That the draft is not what runs. */
  readonly edits: ReactNode
  /** That nothing runs. */
  readonly pause: ReactNode
}

/** What the workflow is, how it stands, and what can be done with it as a whole. */
export function EditorBar(props: EditorBarProps) {
  const { workflow, draft, isPublishedAsIs, publishing, view, onView, onRun, onSimulate, onPublish, onShortcuts } =
    props
  const { children, edits, pause } = props
  const { id, name, status, publishedVersion } = workflow
  const isLive = status === 'published'
  return (
    <header className="@container flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-canvas px-3 py-2 max-sm:gap-y-1 md:px-4">
      <title>{`${name} · Fettle`}</title>
      {/* How many rows there are depends on the width alone: a row that came with an edit would push the steps away. */}
      <div className="flex min-w-0 items-center gap-x-2 gap-y-1 max-sm:w-full max-sm:flex-wrap sm:flex-1 sm:basis-72 sm:*:shrink-0 sm:has-[form]:flex-wrap sm:has-[form]:basis-full sm:@max-[72rem]:basis-full">
        <IconLink to="/workflows" icon={ChevronLeft} aria-label="Workflows" />
        <h1
          tabIndex={-1}
          data-page-heading=""
          title={name}
          className="min-w-0 text-18 max-sm:line-clamp-2 max-sm:flex-1 max-sm:basis-40 max-sm:[overflow-wrap:anywhere] sm:shrink! sm:truncate"
        >
          {name}
        </h1>
        <WorkflowName draft={draft} name={name} />
        <WorkflowBadge status={status} version={publishedVersion} />
        {edits}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:gap-1 sm:@max-[44rem]:basis-full">
        {children}
        <ButtonLink to={`/workflows/${id}/executions`} variant="ghost" size="dense" icon={History} title="Executions">
          <span className="@max-[88rem]:sr-only">Executions</span>
        </ButtonLink>
        <IconLink
          to={`/workflows/${id}/analytics`}
          icon={ChartColumn}
          aria-label="Analytics"
          className="max-sm:hidden"
        />
        <IconButton
          icon={Keyboard}
          size="dense"
          aria-label="Keyboard shortcuts"
          className="max-sm:hidden"
          onClick={onShortcuts}
        />
        {pause}
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:w-full">
        <ViewSwitch view={view} onView={onView} />
        <Button size="dense" icon={Play} className="max-sm:flex-1" onClick={onRun}>
          Run
        </Button>
        {/* Where there is no room for it in the row, the dialog of Run leads to it. */}
        <Button size="dense" icon={FlaskConical} className="@max-[96rem]:hidden" onClick={onSimulate}>
          Simulate
        </Button>
        <Button
          variant="primary"
          size="dense"
          icon={Rocket}
          className={classNames('max-sm:flex-1', isPublishedAsIs && NOTHING_TO_DO)}
          busy={publishing}
          aria-disabled={isPublishedAsIs}
          onClick={onPublish}
        >
          <span>
            {isPublishedAsIs ? 'Published' : 'Publish'}
            {isLive && !isPublishedAsIs ? <span className="@max-[72rem]:sr-only"> changes</span> : null}
          </span>
        </Button>
      </div>
    </header>
  )
}
