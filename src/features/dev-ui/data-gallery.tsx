import { Braces, Table } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#src/ui/badge.tsx'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { LinkCard } from '#src/ui/card.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { DataTable, type TableSort } from '#src/ui/data-table.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { LoadMore, Pagination } from '#src/ui/pagination.tsx'
import { Stats } from '#src/ui/stat.tsx'
import { type Status, StatusLabel } from '#src/ui/status-icon.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { GallerySection, Specimen } from './gallery-section.tsx'

interface Run {
  id: string
  status: Status
  startedAt: string
  durationMs: number
}
const RUNS: readonly Run[] = [
  { id: 'run_7QK2', status: 'succeeded', startedAt: '2026-11-20T09:12:00Z', durationMs: 3.2 },
  { id: 'run_7QK1', status: 'failed', startedAt: '2026-11-19T17:40:00Z', durationMs: 30_012 },
  { id: 'run_7QJZ', status: 'running', startedAt: '2026-11-19T08:00:00Z', durationMs: 412 },
]

const CARDS = [
  {
    title: 'Tip calculator',
    text: 'Tip, tax and shares that add up to the cent.',
    meta: ['1,204 runs', 'p50 3 ms', 'v4'],
  },
  { title: 'Unit converter', text: 'Exact factors, no rounding on the way.', meta: ['1 run', 'p50 1 ms', 'v1'] },
  {
    title: 'An extraordinarily long name of a tool that somebody wrote without ever thinking of cards',
    text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft 🧮 and more words to fill three lines and then some, which are cut.',
    meta: ['1,000,000 runs', 'p50 12 ms', 'v37'],
  },
]

function RunsTable() {
  const [sort, setSort] = useState<TableSort | undefined>({ key: 'duration', direction: 'descending' })
  const sign = { ascending: 1, descending: -1, none: 0 }[sort?.direction ?? 'none']
  return (
    <DataTable
      caption="Recent runs"
      rows={RUNS.toSorted((a, b) => sign * (a.durationMs - b.durationMs))}
      rowKey={(run) => run.id}
      sort={sort}
      onSort={setSort}
      columns={[
        {
          key: 'id',
          header: 'Run',
          isHeader: true,
          cell: (run) => <span className="font-mono text-13">{run.id}</span>,
        },
        { key: 'status', header: 'Status', cell: (run) => <StatusLabel status={run.status} /> },
        { key: 'started', header: 'Started', cell: (run) => <TimeAgo at={run.startedAt} /> },
        { key: 'duration', header: 'Duration (ms)', numeric: true, sortable: true, cell: (run) => run.durationMs },
      ]}
    />
  )
}

export const DataGallery = () => (
  <GallerySection id="data" title="Data">
    <Specimen name="Cards">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {CARDS.map(({ title, text, meta }, index) => (
          <LinkCard
            key={title}
            to="/"
            title={title}
            level={3}
            meta={meta}
            badges={index === 0 ? <Badge kind="mark">Yours</Badge> : <Badge>Calculator</Badge>}
          >
            {text}
          </LinkCard>
        ))}
      </div>
    </Specimen>
    <Specimen name="Numbers">
      <Stats
        stats={[
          { label: 'Runs', value: '1,204', detail: '7 days' },
          { label: 'Failed', value: '3' },
          { label: 'Median', value: '3 ms' },
          { label: 'Tools', value: '27' },
        ]}
      />
    </Specimen>
    <Specimen name="Table">
      <RunsTable />
    </Specimen>
    <Specimen name="Way and pages">
      <Breadcrumbs
        trail={[{ label: 'Workflows', to: '/' }, { label: 'Bill received', to: '/' }, { label: 'Executions' }]}
      />
      <Pagination page={6} count={20} to={(page) => `?page=${page}`} />
      <LoadMore shown={24} one="workflow" onMore={() => undefined} />
    </Specimen>
    <Specimen name="Tabs, code, disclosure">
      <Tabs
        label="Output"
        tabs={[
          { id: 'table', label: 'Table', icon: Table, panel: <p className="text-14">The first panel.</p> },
          { id: 'json', label: 'JSON', icon: Braces, panel: <CodeBlock label="JSON" code={'{ "total": 101.4 }'} /> },
        ]}
      />
      <CodeBlock
        label="curl"
        code={
          'curl -X POST https://fettle.example/hooks/9f2c \\\n  -H "content-type: application/json" \\\n  -d \'{"bill": 84.5, "people": 3}\''
        }
      />
      <Disclosure summary="How this is computed">tip = bill × percent ÷ 100, rounded half up to the cent.</Disclosure>
    </Specimen>
  </GallerySection>
)
