import { ShoppingBag } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView, useLoadedQuery } from '#src/client/query-view.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { firstData, requireUser } from '#src/client/require-user.ts'
import type { checkoutContract, Purchase } from '#src/features/checkout/checkout.schema.ts'
import { HeldLicences } from '#src/features/licences/held-licences.web.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { FormDone } from '#src/ui/fields/form-notes.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { PurchaseList } from './purchase-list.web.tsx'

const myPurchases = getting<typeof checkoutContract.purchases>('/api/purchases')

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  return { list: await firstData(call<typeof checkoutContract.purchases>('GET', '/api/purchases', {})) }
}

export default function PurchasesPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <Purchases />
    </Protected>
  )
}

function Purchases() {
  const { list } = useLoaderData<typeof loader>()
  const query = useLoadedQuery(myPurchases, list)
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
          {({ purchases }) => (
            <>
              {search.get('success') === 'true' ? <Returned latest={purchases.find(isBought)} /> : null}
              {purchases.length === 0 ? (
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
                <PurchaseList purchases={purchases} />
              )}
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
