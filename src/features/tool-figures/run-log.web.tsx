import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { durationText } from '#src/client/duration.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { DataTable, type TableColumn } from '#src/ui/data-table.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { ShowOlder } from '#src/ui/show-older.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { failureText } from './failure-texts.ts'
import type { RunLine, toolFiguresContract } from './tool-figures.schema.ts'

const SOURCES: Readonly<Record<RunLine['source'], string>> = {
  api: 'Our server',
  browser: 'A browser',
  workflow: 'A workflow',
}

const COLUMNS: readonly TableColumn<RunLine>[] = [
  { key: 'at', header: 'When', isHeader: true, cell: ({ at }) => <TimeAgo at={at} className="whitespace-nowrap" /> },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ success, code }) =>
      success ? (
        <Badge kind="ok">Succeeded</Badge>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <Badge kind="bad">Failed</Badge>
          <span className="text-13 text-text-2">{failureText(code ?? '')}</span>
        </span>
      ),
  },
  { key: 'where', header: 'Where', cell: ({ source }) => SOURCES[source] },
  { key: 'version', header: 'Version', numeric: true, cell: ({ semver, version }) => semver ?? version },
  { key: 'time', header: 'Time', numeric: true, cell: ({ durationMs }) => durationText(durationMs) },
]

/** Every run of a tool for its creator: when, where and how it ended, and nothing of who it was or what they typed. */
export function RunLog({ id }: { readonly id: string }) {
  const query = useInfiniteQuery({
    queryKey: ['/api/tools', id, 'runs'],
    queryFn: ({ pageParam, signal }) =>
      api<typeof toolFiguresContract.runs>(
        'GET',
        '/api/tools/:id/runs',
        { params: { id }, query: { before: pageParam } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
  })
  return (
    <section aria-labelledby="runs" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="runs" title="Run by run" />
      <QueryView
        query={query}
        loading={<RowSkeletons count={4} label="Loading the runs…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the runs" {...failure} />}
      >
        {({ pages }) => {
          const runs = pages.flatMap((page) => page.runs)
          if (runs.length === 0) return <p className="text-14 text-text-2">Nobody has run it yet.</p>
          return (
            <>
              <DataTable
                caption="Runs, the latest first"
                hidesCaption
                columns={COLUMNS}
                rows={runs}
                rowKey={(run) => run.id}
              />
              <ShowOlder query={query}>Show older runs</ShowOlder>
            </>
          )
        }}
      </QueryView>
    </section>
  )
}
