import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { MoneyFrame } from '#src/features/payments-admin/money-frame.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { balanceGap, type reconciliationContract } from './reconciliation.schema.ts'
import { ReportTable } from './report-table.web.tsx'
import { ReportView } from './report-view.web.tsx'

const LIST = getting<typeof reconciliationContract.list>('/api/admin/reconciliation')

export default function ReconciliationPage() {
  const [params, setParams] = useSearchParams()
  const query = useQuery({ ...LIST, staleTime: 0 })
  const shown = params.get('report') ?? query.data?.reports[0]?.id
  return (
    <MoneyFrame title="Reconciliation" lead="What the payment provider says that it moved, beside what our books say.">
      <CompareForm onCompared={(report) => setParams({ report })} />
      {shown === undefined ? null : <Shown id={shown} onShow={(report) => setParams({ report })} />}
      <section aria-labelledby="reports" className="flex min-w-0 flex-col gap-4">
        <SectionHeader id="reports" title="Every comparison" />
        <QueryView
          query={query}
          loading={<RowSkeletons count={4} label="Loading the comparisons…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState level={3} title="Failed to fetch the comparisons" {...failure} />}
        >
          {({ reports }) =>
            reports.length === 0 ? (
              <EmptyState level={3} title="Nothing compared yet">
                Each day is compared an hour after it is over, from the first order on.
              </EmptyState>
            ) : (
              <ReportTable reports={reports} />
            )
          }
        </QueryView>
      </section>
    </MoneyFrame>
  )
}

const SPANS = [
  { value: '1', label: 'The last day' },
  { value: '7', label: 'The last 7 days' },
  { value: '31', label: 'The last 31 days' },
  { value: '366', label: 'The last year' },
]

function CompareForm({ onCompared }: { readonly onCompared: (report: string) => void }) {
  const client = useQueryClient()
  const [days, setDays] = useState('1')
  const [busy, setBusy] = useState(false)
  const compare = async () => {
    setBusy(true)
    try {
      const { id, found, balance } = await api<typeof reconciliationContract.compare>(
        'POST',
        '/api/admin/reconciliation',
        {
          body: { days: Number(days) },
        },
      )
      toast(
        found === 0
          ? balanceGap({ balance }) === 0
            ? { kind: 'success', title: 'Nothing differs' }
            : { kind: 'error', title: 'The balance differs' }
          : { kind: 'error', title: found === 1 ? '1 difference found' : `${found} differences found` },
      )
      onCompared(id)
      await client.invalidateQueries({ queryKey: LIST.queryKey })
    } catch (error) {
      toast({ kind: 'error', title: 'The comparison failed', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Compare"
        className="w-56"
        options={SPANS}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <Button icon={Scale} busy={busy} onClick={() => void compare()}>
        Compare now
      </Button>
    </div>
  )
}

function Shown({ id, onShow }: { readonly id: string; readonly onShow: (report: string) => void }) {
  const query = useQuery(getting<typeof reconciliationContract.get>('/api/admin/reconciliation', id))
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={4} label="Loading the comparison…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch this comparison" {...failure} />}
    >
      {(report) => <ReportView key={id} report={report} onShow={onShow} />}
    </QueryView>
  )
}
