import { Download } from 'lucide-react'
import { saveFile } from '#src/client/save-file.ts'
import { Button } from '#src/ui/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { type BesideCounts, failuresFile } from './chart-file.ts'
import { percent, whole } from './figure-texts.ts'

interface FailuresSectionProps<Row> {
  readonly title: string
  readonly caption: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** What stands before and after the counts. */
  readonly first: readonly TableColumn<Row>[]
  readonly last?: readonly TableColumn<Row>[]
  /** How many runs failed in all. */
  readonly failed: number
  readonly fileName: string
  /** What stands before and after the counts in the file. */
  readonly firstInFile: BesideCounts<Row>
  readonly lastInFile?: BesideCounts<Row>
}

/** What failed, how often, and its share of all failures; as a file too. */
export function FailuresSection<Row extends { readonly count: number }>(props: FailuresSectionProps<Row>) {
  const { title, caption, rows, rowKey, first, last = [], failed, fileName } = props
  const { firstInFile, lastInFile } = props
  if (rows.length === 0) return null
  const download = () => {
    const file = failuresFile({ rows, failed, first: firstInFile, last: lastInFile })
    saveFile(fileName, file, 'text/csv;charset=utf-8')
  }
  return (
    <section aria-labelledby="failures" className="flex flex-col gap-4">
      <SectionHeader
        id="failures"
        title={title}
        actions={
          <Button size="dense" icon={Download} onClick={download}>
            Download CSV<span className="sr-only"> of failures</span>
          </Button>
        }
      />
      <DataTable
        caption={caption}
        hidesCaption
        rows={rows}
        rowKey={rowKey}
        columns={[
          ...first,
          { key: 'count', header: 'Runs', numeric: true, cell: ({ count }) => whole(count) },
          {
            key: 'share',
            header: 'Of all failures',
            numeric: true,
            cell: ({ count }) => percent(failed === 0 ? null : count / failed),
          },
          ...last,
        ]}
      />
    </section>
  )
}
