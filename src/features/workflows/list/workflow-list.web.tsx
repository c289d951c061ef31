import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { RowsLeftOut, useLongRows } from '#src/ui/long-rows.tsx'
import { LoadMore } from '#src/ui/pagination.tsx'
import { roved } from '#src/ui/roving.ts'
import type { WorkflowEntry } from '../workflows.schema.ts'
import { RenameDialog } from './rename-dialog.web.tsx'
import { type RowActs, WorkflowRow } from './workflow-row.web.tsx'

interface WorkflowListProps extends Omit<RowActs, 'onRename'> {
  readonly workflows: readonly WorkflowEntry[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  /** Absent at the end of the list. */
  readonly onMore?: () => void
  readonly busy: boolean
}

/** Rows that can be walked through by arrows, chosen and acted upon. */
export function WorkflowList({ workflows, chosen, onChoose, onMore, busy, ...acts }: WorkflowListProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const keys = useMemo(() => workflows.map(({ id }) => id), [workflows])
  const { list, indexes, before, after, placeOf, goTo } = useLongRows({
    ...{ keys, target: '[data-row-link]', isOpen: onMore !== undefined },
  })
  /** The row that is being deleted: when it is gone, the focus that it had goes to the row in its place. */
  const leaving = useRef<{ readonly id: string; readonly at: number }>(undefined)
  const onDelete = (workflow: WorkflowEntry) => {
    leaving.current = { id: workflow.id, at: keys.indexOf(workflow.id) }
    acts.onDelete(workflow)
  }
  const [renamed, setRenamed] = useState<WorkflowEntry>()
  const goOn = useEffectEvent(goTo)
  useEffect(() => {
    if (leaving.current === undefined || keys.includes(leaving.current.id)) return
    if (document.activeElement === document.body) goOn(Math.min(leaving.current.at, keys.length - 1))
    leaving.current = undefined
  }, [keys])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    // Elsewhere in a row, as in its menu, these keys mean something else.
    const row = event.target.closest<HTMLElement>('[data-row-link], [data-row-choice]')?.closest('li')
    const at = Number(row?.dataset.at)
    const workflow = workflows[at]
    if (workflow === undefined) return
    const next = roved(event.key, at, workflows.length)
    if (next !== undefined) goTo(next)
    else if (event.key === 'x') toggle(workflow.id)
    else if (event.key === 'Delete') onDelete(workflow)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-4">
      <ul
        ref={list}
        aria-label="Workflows"
        onKeyDown={onKeyDown}
        className="@container divide-y divide-line rounded-10 border border-line bg-surface"
      >
        <RowsLeftOut height={before} />
        {indexes.map((at) => {
          const workflow = workflows[at]
          return workflow === undefined ? null : (
            <WorkflowRow
              key={workflow.id}
              workflow={workflow}
              place={placeOf(at)}
              isChosen={chosen.has(workflow.id)}
              onToggle={() => toggle(workflow.id)}
              {...acts}
              onDelete={onDelete}
              onRename={setRenamed}
            />
          )
        })}
        <RowsLeftOut height={after} />
      </ul>
      <p className="meta-line hidden text-center sm:block pointer-coarse:hidden">
        On a row: ↑ ↓ walk · Enter opens · x selects · Delete deletes, with Undo
      </p>
      <RenameDialog workflow={renamed} onClose={() => setRenamed(undefined)} />
      <LoadMore shown={workflows.length} one="workflow" busy={busy} onMore={onMore} />
    </div>
  )
}
