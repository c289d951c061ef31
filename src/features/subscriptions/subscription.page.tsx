import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { TestPaymentsNote } from '#src/client/payments-note.tsx'
import { Protected } from '#src/client/protected.tsx'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { requireUser } from '#src/client/require-user.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { PageSpinner } from '#src/ui/spinner.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { SubscribeForm } from './subscribe-form.web.tsx'
import { SubscriptionPanel } from './subscription-panel.web.tsx'
import type { SubscriptionAnswer, subscriptionsContract } from './subscriptions.schema.ts'

export function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  return null
}

const ownSubscription = getting<typeof subscriptionsContract.get>('/api/subscription')

export default function SubscriptionPage() {
  return (
    <Protected waiting={<PageSpinner />}>
      <title>Subscription · Fettle</title>
      <PageHeader
        title="Subscription"
        lead="Pro: what you have, what is charged next, and how to change it."
        actions={
          <>
            <ButtonLink to="/billing">Invoices</ButtonLink>
            <ButtonLink to="/pricing">Pricing</ButtonLink>
          </>
        }
      />
      <PageBody>
        <TestPaymentsNote />
        <OwnSubscription />
      </PageBody>
    </Protected>
  )
}

const NOT_RUNNING: ReadonlySet<string> = new Set(['incomplete', 'incomplete_expired', 'canceled'])

function OwnSubscription() {
  // Each time anew: the clock and the bank change it, too.
  const query = useQuery({ ...ownSubscription, staleTime: 0 })
  const client = useQueryClient()
  const onChanged = (answer: SubscriptionAnswer) => client.setQueryData(ownSubscription.queryKey, answer)
  const refetch = () => void client.invalidateQueries(ownSubscription)
  return (
    <QueryView
      query={query}
      loading={<RowSkeletons count={4} label="Loading your subscription…" />}
      offline={<OfflineState />}
      failed={(failure) => <ErrorState title="Failed to fetch your subscription" {...failure} />}
    >
      {({ subscription, mayTry, hasPro }) => (
        <>
          {subscription === null ? null : (
            <SubscriptionPanel view={subscription} onChanged={onChanged} onCardDone={refetch} />
          )}
          {subscription === null || NOT_RUNNING.has(subscription.status) ? (
            <>
              {hasPro ? (
                <p className="text-14 text-text-2">You have Pro without a subscription: it was given to you.</p>
              ) : null}
              <SubscribeForm mayTry={mayTry} onDone={refetch} />
            </>
          ) : null}
        </>
      )}
    </QueryView>
  )
}
