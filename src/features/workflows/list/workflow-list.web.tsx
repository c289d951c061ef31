import type { KeyboardEvent } from 'react'
import { LoadMore } from '#src/ui/pagination.tsx'
import { roved } from '#src/ui/roving.ts'
import type { WorkflowEntry } from '../workflows.schema.ts'
import { type RowActs, WorkflowRow } from './workflow-row.web.tsx'

interface WorkflowListProps extends RowActs {
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
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    // Elsewhere in a row, as in its menu, these keys mean something else.
    const row = event.target.closest<HTMLElement>('[data-row-link], [data-row-choice]')?.closest('li')
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
    const at = links.findIndex((link) => row?.contains(link))
    const workflow = workflows[at]
    if (workflow === undefined) return
    const next = roved(event.key, at, links.length)
    if (next !== undefined) links[next]?.focus()
    else if (event.key === 'x') toggle(workflow.id)
    else if (event.key === 'Delete') acts.onDelete(workflow)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label="Workflows"
        onKeyDown={onKeyDown}
        className="@container divide-y divide-line rounded-10 border border-line bg-surface"
      >
        {workflows.map((workflow) => (
          <WorkflowRow
            key={workflow.id}
            workflow={workflow}
            isChosen={chosen.has(workflow.id)}
            onToggle={() => toggle(workflow.id)}
            {...acts}
          />
        ))}
      </ul>
      <p className="meta-line hidden text-center sm:block pointer-coarse:hidden">
        On a row: ↑ ↓ walk · Enter opens · x selects · Delete deletes, with Undo
      </p>
      <LoadMore shown={workflows.length} one="workflow" busy={busy} onMore={onMore} />
    </div>
  )
}
