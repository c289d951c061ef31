import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { fetchFile } from '#src/client/fetch-file.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import { saveFile } from '#src/client/save-file.ts'
import { toast } from '#src/client/toasts.ts'
import type { earningsContract } from '#src/features/checkout/checkout.schema.ts'
import { PayoutsSection } from '#src/features/payouts/payouts-section.web.tsx'
import type { AnswerOf } from '#src/lib/contract.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { Balance } from './balance.web.tsx'
import { MonthsOfPro } from './months-of-pro.web.tsx'
import { SalesList } from './sales-list.web.tsx'

type Answer = AnswerOf<typeof earningsContract.earnings>
const KEY = ['/api/earnings', 'pages']

const toPage = (answer: Answer) => ({
  ...answer,
  cursor: answer.hasMore ? (answer.sales.at(-1)?.orderId ?? null) : null,
})

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const found = await firstData(call<typeof earningsContract.earnings>('GET', '/api/earnings', { query: {} }))
  return { first: found && toPage(found) }
}

export default function EarningsPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Earnings />
    </Protected>
  )
}

function Earnings() {
  const { first } = useLoaderData<typeof loader>()
  const client = useQueryClient()
  const query = useLoadedPages({
    queryKey: KEY,
    fetchPage: async (before, signal) =>
      toPage(
        await api<typeof earningsContract.earnings>(
          'GET',
          '/api/earnings',
          { query: { ...(before !== undefined && { before }) } },
          signal,
        ),
      ),
    loaded: first,
  })
  return (
    <>
      <title>Earnings · Fettle</title>
      <PageHeader
        title="Earnings"
        lead="What your tools have earned: 70 % of each sale is yours."
        actions={
          <>
            <ButtonLink to="/coupons">Coupons</ButtonLink>
            <ButtonLink to="/licences">Free licences</ButtonLink>
            <SaveCsv />
          </>
        }
      />
      <PageBody>
        <QueryView
          query={query}
          loading={<RowSkeletons count={5} label="Loading your earnings…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState title="Failed to fetch your earnings" {...failure} />}
        >
          {({ pages }) => {
            const [latest] = pages
            const sales = pages.flatMap((page) => page.sales)
            return latest === undefined ? null : (
              <>
                <Balance earnings={latest} />
                <PayoutsSection onPaid={() => void client.invalidateQueries({ queryKey: KEY })} />
                <MonthsOfPro months={latest.monthsOfPro} />
                <section aria-labelledby="sales" className="flex flex-col gap-4">
                  <SectionHeader id="sales" title="Sales" />
                  {sales.length === 0 ? (
                    <NoSales />
                  ) : (
                    <SalesList sales={sales} onChanged={() => void client.invalidateQueries({ queryKey: KEY })} />
                  )}
                  {query.hasNextPage ? (
                    <Button
                      className="w-fit"
                      busy={query.isFetchingNextPage}
                      onClick={() => void query.fetchNextPage()}
                    >
                      Older sales
                    </Button>
                  ) : null}
                </section>
              </>
            )
          }}
        </QueryView>
      </PageBody>
    </>
  )
}

const NoSales = () => (
  <EmptyState
    level={3}
    title="Nothing sold yet"
    actions={
      <ButtonLink to="/tools" variant="primary">
        Your tools
      </ButtonLink>
    }
  >
    Give one of your published tools a price: “Pricing” beside it in your list. 70 % of each sale is yours.
  </EmptyState>
)

function SaveCsv() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await fetchFile('/api/earnings/csv')
      saveFile(`fettle-earnings-${new Date().toISOString().slice(0, 10)}.csv`, file, file.type)
    },
    onError: (error) =>
      toast({ kind: 'error', title: 'The file could not be made', description: toApiError(error).message }),
  })
  return (
    <Button icon={Download} busy={isPending} onClick={() => mutate()}>
      Save as CSV
    </Button>
  )
}
