import { ShoppingBag } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { api } from '#src/client/api.ts'
import { Protected } from '#src/client/protected.tsx'
import { QueryView, useLoadedPages } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { checkoutContract, Purchase } from '#src/features/checkout/checkout.schema.ts'
import { HeldLicences } from '#src/features/licences/held-licences.web.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { FormDone } from '#src/ui/fields/form-notes.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { PURCHASES_KEY, PurchaseList } from './purchase-list.web.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  return { first: await firstData(call<typeof checkoutContract.purchases>('GET', '/api/purchases', { query: {} })) }
}

export default function PurchasesPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Purchases />
    </Protected>
  )
}

function Purchases() {
  const { first } = useLoaderData<typeof loader>()
  const query = useLoadedPages({
    queryKey: PURCHASES_KEY,
    fetchPage: (cursor, signal) =>
      api<typeof checkoutContract.purchases>('GET', '/api/purchases', { query: { cursor } }, signal),
    loaded: first,
  })
  const [search] = useSearchParams()
  return (
    <>
      <title>Purchases · Fettle</title>
      <PageHeader title="Purchases" lead="The tools that you have bought, with their licences and receipts." />
      <PageBody>
        <QueryView
          query={query}
          loading={<RowSkeletons count={4} label="Loading your purchases…" />}
          offline={<OfflineState />}
          failed={(failure) => <ErrorState title="Failed to fetch your purchases" {...failure} />}
        >
          {({ pages }) => (
            <>
              {search.get('success') === 'true' ? <Returned latest={pages[0]?.purchases.find(isBought)} /> : null}
              {pages[0]?.purchases.length === 0 ? (
                <EmptyState
                  icon={ShoppingBag}
                  title="Nothing bought yet"
                  actions={
                    <ButtonLink to="/explore" variant="primary">
                      Explore tools
                    </ButtonLink>
                  }
                >
                  Most tools are free. What you buy is listed here, with its licence and its receipt.
                </EmptyState>
              ) : (
                <PurchaseList purchases={pages.flatMap(({ purchases }) => purchases)} />
              )}
              {query.hasNextPage ? (
                <Button className="w-fit" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Older purchases
                </Button>
              ) : null}
            </>
          )}
        </QueryView>
        <HeldLicences />
      </PageBody>
    </>
  )
}

/** Whoever tipped comes back to the page of that order. */
const isBought = ({ kind }: Purchase): boolean => kind === 'purchase'

/** Banks send people back to here. The address says success, but only the order knows. */
function Returned({ latest }: { readonly latest: Purchase | undefined }) {
  if (latest === undefined) return null
  if (latest.hasAccess)
    return (
      <div className="rounded-10 border border-line bg-surface p-4">
        <FormDone title="Purchase successful!">
          <p>{latest.tool.title} is yours.</p>
          <ButtonLink to={`/fxn/${latest.tool.slug}`} variant="primary" className="w-fit">
            Open {latest.tool.title}
          </ButtonLink>
        </FormDone>
      </div>
    )
  // What was paid and given back, or came to nothing, is told by its row.
  if (latest.state !== 'open') return null
  return (
    <p role="status" className="rounded-10 border border-line bg-warn-soft p-4 text-14 text-warn">
      Your payment for {latest.tool.title} is not confirmed yet. You are charged once or not at all; as soon as it is
      through, the tool is yours.
    </p>
  )
}
