import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { dollars } from '#src/lib/price-text.ts'
import { Card } from '#src/ui/card.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { MoneyFrame } from './money-frame.web.tsx'
import type { PaymentStory, paymentListContract } from './payment-list.schema.ts'
import { PaymentState } from './payment-state.web.tsx'
import { Disputes, Events, Journals, Refunds } from './payment-story.web.tsx'
import { RefundCard } from './refund-card.web.tsx'
import { SendingBack } from './sending-back.web.tsx'

export default function PaymentPage() {
  const { orderId = '' } = useParams()
  const query = useQuery({
    ...getting<typeof paymentListContract.get>('/api/admin/payments', orderId),
    staleTime: 0,
  })
  return (
    <MoneyFrame title="Payment" lead="One order, from its beginning to the last cent in the books.">
      <QueryView
        query={query}
        loading={<RowSkeletons count={6} label="Loading the payment…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch this payment" {...failure} />}
      >
        {(story) => <Story story={story} />}
      </QueryView>
    </MoneyFrame>
  )
}

function Story({ story }: { readonly story: PaymentStory }) {
  const client = useQueryClient()
  const { payment, refunds, disputes, events, journals, sendingBack } = story
  const proposed = refunds.find(({ status }) => status === 'proposed')?.amount
  const isPaid = payment.state === 'paid' || payment.state === 'partly_refunded'
  return (
    <>
      {sendingBack === null ? null : <SendingBack {...sendingBack} />}
      <Facts story={story} />
      <Refunds refunds={refunds} />
      <Disputes disputes={disputes} />
      <Events events={events} />
      <Journals journals={journals} />
      {isPaid && sendingBack?.isTried !== true ? (
        <RefundCard
          key={proposed}
          orderId={payment.orderId}
          proposed={proposed}
          endsPro={payment.kind === 'pro' && sendingBack === null}
          onChanged={() => void client.invalidateQueries({ queryKey: ['/api/admin/payments'] })}
        />
      ) : null}
    </>
  )
}

function Facts({ story: { payment, creator, receipts } }: { readonly story: PaymentStory }) {
  const { orderId, title, slug, buyer, amount, fee, provider, intentId, createdAt, paidAt } = payment
  const facts = [
    ['State', <PaymentState key="state" {...payment} />],
    ['Bought', slug === null ? title : <TextLink to={`/fxn/${slug}`}>{title}</TextLink>],
    ['Buyer', <Person key="buyer" person={buyer} none="has left" />],
    ...(slug === null ? [] : [['Creator', <Person key="creator" person={creator} none="has left" />] as const]),
    ['Amount', dollars(amount)],
    ['Fee of the provider', fee === null ? 'not known yet' : dollars(fee)],
    ['Order', <Id key="order" id={orderId} of="the id of the order" />],
    [
      'Payment',
      intentId === null ? 'not begun' : <Id key="payment" id={intentId} of="the provider’s id of the payment" />,
    ],
    ['Provider', provider === 'stripe' ? 'Stripe' : 'Our own, for tests'],
    ['Receipts', receipts.length === 0 ? 'none' : numbersOf(receipts)],
    ['Begun', <TimeAgo key="begun" at={createdAt} />],
    ['Paid', paidAt === null ? 'not yet' : <TimeAgo key="paid" at={paidAt} />],
  ] as const
  return (
    <Card heading={`${title}, ${dollars(amount)}`}>
      <dl className="grid gap-x-6 gap-y-3 text-14 sm:gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="sm:contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The invoice of a tool has the number of its receipt. */
const numbersOf = (receipts: PaymentStory['receipts']) => [...new Set(receipts.map(({ number }) => number))].join(', ')

const Person = ({ person, none }: { readonly person: PaymentStory['creator']; readonly none: string }) =>
  person === null ? (
    none
  ) : (
    <>
      {person.name} · <TextLink to={`/admin/people?q=${encodeURIComponent(person.email)}`}>{person.email}</TextLink>
    </>
  )

const Id = ({ id, of }: { readonly id: string; readonly of: string }) => (
  <span className="inline-flex max-w-full flex-wrap items-center gap-1">
    <code className="font-mono text-13">{id}</code>
    <CopyButton text={id} of={of} />
  </span>
)
