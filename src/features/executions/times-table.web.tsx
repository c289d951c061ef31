import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#src/client/save-file.ts'
import { csvLine } from '#src/lib/csv.ts'
import { stepName } from '#src/lib/graph/step-name.ts'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import type { ExecutionStep } from './executions.schema.ts'
import { useTimeline } from './timeline-clock.web.tsx'

interface Row {
  readonly id: string
  readonly step: string
  readonly turn: string
  readonly state: string
  readonly started: number | null
  readonly queued: number | null
  readonly ran: number | null
  readonly attempts: number
}

const HEADERS = ['Step', 'Turn', 'State', 'Started after (ms)', 'Queued (ms)', 'Ran (ms)', 'Attempts'] as const
const cells = ({ step, turn, state, started, queued, ran, attempts }: Row) =>
  [step, turn, state, rounded(started), rounded(queued), rounded(ran), attempts] as const
const rounded = (ms: number | null) => (ms === null ? null : Number(ms.toFixed(1)))

interface TimesTableProps {
  readonly steps: readonly ExecutionStep[]
}

/** The bars as numbers, to read and to take along. */
export function TimesTable({ steps }: TimesTableProps) {
  // Of a long run it is too much to be in the page before it is wanted.
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary="Show the times as a table" onToggle={setOpen}>
      {isOpen ? <Times steps={steps} /> : null}
    </Disclosure>
  )
}

function Times({ steps }: TimesTableProps) {
  const timeline = useTimeline()
  const rows = steps.map((step): Row => {
    const { startedMs, queuedMs, ranMs } = timeline.courseOf(step)
    const { name, iteration = '', status, attempts } = step
    const id = stepName(step.nodeId, iteration)
    return {
      id,
      step: name,
      turn: iteration,
      state: status,
      started: startedMs,
      queued: queuedMs,
      ran: ranMs,
      attempts,
    }
  })
  const columns = HEADERS.map((header, at): TableColumn<Row> => {
    const isFigure = at > 2
    return {
      key: header,
      header,
      numeric: isFigure,
      isHeader: at === 0,
      cell: (row) => {
        const value = cells(row)[at] ?? '–'
        return typeof value === 'number' ? value.toLocaleString('en') : value
      },
    }
  })
  const download = () =>
    saveFile('steps.csv', `\ufeff${[HEADERS, ...rows.map(cells)].map(csvLine).join('')}`, 'text/csv;charset=utf-8')
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="dense" icon={Download} onClick={download}>
        Download CSV
      </Button>
      <div className="w-full">
        <DataTable caption="Times of the steps" hidesCaption rows={rows} rowKey={({ id }) => id} columns={columns} />
      </div>
    </div>
  )
}
