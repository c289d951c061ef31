import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { AdminFrame } from './admin-frame.web.tsx'
import { type AuditFilter, AuditFilterForm } from './audit-filter.web.tsx'
import type { auditLogContract } from './audit-log.schema.ts'
import { AuditTable } from './audit-table.web.tsx'

export default function AuditLogPage() {
  const [params, setParams] = useSearchParams()
  const filter: AuditFilter = {
    actor: params.get('actor') ?? '',
    action: params.get('action') ?? '',
    target: params.get('target') ?? '',
  }
  const query = useLoadedPages({
    queryKey: ['/api/admin/audit', ...Object.values(filter)],
    fetchPage: (cursor, signal) =>
      api<typeof auditLogContract.list>('GET', '/api/admin/audit', { query: { ...filter, cursor } }, signal),
    loaded: undefined,
  })
  return (
    <AdminFrame
      title="Audit log"
      lead="Who did what that matters for trust. Each entry seals the one before it, so a changed one shows."
      actions={<DownloadButton filter={filter} />}
    >
      <ChainCheck />
      <AuditFilterForm
        key={Object.values(filter).join(' ')}
        filter={filter}
        onFilter={(next) => setParams(filled(next))}
      />
      <QueryView
        query={query}
        loading={<RowSkeletons count={10} label="Loading the audit log…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the audit log" {...failure} />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          return entries.length === 0 ? (
            <EmptyState title="No entries">Nothing in the log fits this filter.</EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <AuditTable entries={entries} />
              {query.hasNextPage ? (
                <div className="text-center">
                  <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Load older entries
                  </Button>
                </div>
              ) : null}
            </div>
          )
        }}
      </QueryView>
    </AdminFrame>
  )
}

const filled = (filter: AuditFilter) => Object.fromEntries(Object.entries(filter).filter(([, text]) => text !== ''))

function DownloadButton({ filter }: { filter: AuditFilter }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const answer = await api<typeof auditLogContract.export>('POST', '/api/admin/audit/export', {
        body: filled(filter),
      })
      saveFile('audit-log.csv', `\ufeff${answer.csv}`, 'text/csv;charset=utf-8')
      if (!answer.complete)
        toast({
          kind: 'info',
          title: `The file holds the newest ${answer.rows.toLocaleString('en')} entries`,
          description: 'Narrow the filter for older ones.',
        })
    } catch (error) {
      toast({ kind: 'error', title: 'Download failed', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={Download} busy={busy} onClick={() => void download()}>
      Download CSV
    </Button>
  )
}

interface Checked {
  readonly entries: number
  readonly brokenAt: number | null
}

function ChainCheck() {
  const [checked, setChecked] = useState<Checked>()
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      setChecked(await api<typeof auditLogContract.check>('GET', '/api/admin/audit/check', {}))
    } catch (error) {
      toast({ kind: 'error', title: 'The check failed', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={ShieldCheck} busy={busy} onClick={() => void check()}>
        Check the chain
      </Button>
      <p role="status" className="text-14 font-medium">
        {checked === undefined ? null : checked.brokenAt === null ? (
          <span className="text-ok">Intact: {checked.entries.toLocaleString('en')} entries, none of them changed.</span>
        ) : (
          <span className="text-bad">
            Broken at {checked.brokenAt.toLocaleString('en')}: this entry was changed, removed or slipped in.
          </span>
        )}
      </p>
    </div>
  )
}
