import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { requestContext } from '#src/client/request-context.ts'
import { requireUser } from '#src/client/require-user.ts'
import type { checkoutContract, Purchase } from '#src/features/checkout/checkout.schema.ts'
import { dollars } from '#src/lib/price-text.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { outcomeOf } from './await-paid.ts'
import { ORDER_WORDS } from './order-words.ts'

const ASK_EVERY_MS = 3000
const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  const orderId = args.url.searchParams.get('order') ?? ''
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const order = await call<typeof checkoutContract.order>('GET', '/api/purchases/:orderId', { params: { orderId } })
  return { ...order, outcome: outcomeOf(order) }
}

/** One order: what was bought, what was paid, and the way to the tool. */
export default function CheckoutSuccessPage() {
  const { purchase, outcome } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const isWaiting = outcome.kind === 'waiting'
  // The document of a payment is written a moment after it.
  const isIncomplete = isWaiting || (purchase.paidAt !== null && purchase.invoiceId === null)
  useEffect(() => {
    if (!isIncomplete) return
    const timer = setInterval(() => void revalidate(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isIncomplete, revalidate])
  const title = titleOf(purchase, isWaiting)
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <PageHeader
        title={title}
        lead={leadOf(purchase, isWaiting)}
        actions={
          purchase.hasAccess ? (
            <ButtonLink to={`/fxn/${purchase.tool.slug}`} variant="primary">
              Open {purchase.tool.title}
            </ButtonLink>
          ) : (
            <ButtonLink to={`/fxn/${purchase.tool.slug}`}>Back to {purchase.tool.title}</ButtonLink>
          )
        }
      />
      <PageBody>
        <Details purchase={purchase} />
        <ButtonLink to="/purchases" className="w-fit">
          All purchases
        </ButtonLink>
      </PageBody>
    </>
  )
}

const isPaidTip = ({ kind, state }: Purchase): boolean => kind === 'tip' && state === 'paid'

const titleOf = (purchase: Purchase, isWaiting: boolean): string => {
  const { state, hasAccess } = purchase
  if (isPaidTip(purchase)) return 'Thank you for the tip!'
  if (hasAccess) return 'Purchase successful!'
  if (isWaiting) return 'Your payment is being confirmed'
  return state === 'open' ? 'This order is not paid' : `Order: ${ORDER_WORDS[state].label.toLowerCase()}`
}

const leadOf = (purchase: Purchase, isWaiting: boolean): string => {
  const { kind, tool, state, hasAccess } = purchase
  if (isPaidTip(purchase)) return `It is for ${tool.title}, and its creator has been told.`
  if (hasAccess) return `${tool.title} is yours, with all later versions.`
  if (isWaiting) return 'You are charged once or not at all. This page asks again by itself.'
  if (state !== 'open') return tool.title
  return kind === 'tip' ? 'Nothing was charged.' : `Nothing was charged. ${tool.title} can be bought on its page.`
}

function Details({ purchase }: { readonly purchase: Purchase }) {
  const rows = [
    { label: 'Tool', value: purchase.tool.title },
    ...(purchase.kind === 'tip' ? [] : [{ label: 'Licence', value: 'Personal, for your account' }]),
    {
      label: purchase.kind === 'tip' ? 'Tip' : 'Price',
      value: dollars(purchase.amount + purchase.discount - purchase.tax),
    },
    ...(purchase.coupon === null ? [] : [{ label: `Code ${purchase.coupon}`, value: dollars(-purchase.discount) }]),
    {
      label: purchase.taxRate === '' ? 'Tax' : `Tax, ${purchase.taxRate}`,
      value: purchase.tax === 0 ? 'none' : dollars(purchase.tax),
    },
    { label: purchase.paidAt === null ? 'To pay' : 'Paid', value: dollars(purchase.amount) },
    ...(purchase.refunded === 0 ? [] : [{ label: 'Given back', value: dollars(purchase.refunded) }]),
    { label: 'Receipt', value: <Receipt purchase={purchase} /> },
    { label: 'State', value: ORDER_WORDS[purchase.state].label },
    ...(purchase.livemode ? [] : [{ label: 'Money', value: 'A test: none was moved' }]),
  ]
  return (
    <dl className="grid max-w-2xl grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2 rounded-10 border border-line bg-surface p-4 text-14 [overflow-wrap:anywhere]">
      {rows.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-text-2">{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
      <dt className="text-text-2">When</dt>
      <dd>
        <TimeAgo at={purchase.paidAt ?? purchase.createdAt} />
      </dd>
    </dl>
  )
}

const Receipt = ({ purchase: { receiptNumber, invoiceId } }: { readonly purchase: Purchase }) => {
  if (receiptNumber === null) return 'comes with the payment'
  return invoiceId === null ? receiptNumber : <TextLink to={`/billing/${invoiceId}`}>{receiptNumber}</TextLink>
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const title = isMissing ? 'Order Not Found' : 'This order could not be loaded'
  return (
    <>
      <title>{`${title} · Fettle`}</title>
      <PageHeader title={title} />
      <PageBody>
        {isMissing ? (
          <EmptyState
            icon={SearchX}
            title="There is no such order of yours"
            actions={<ButtonLink to="/purchases">Your purchases</ButtonLink>}
          >
            The address may be mistyped, or the order belongs to another account.
          </EmptyState>
        ) : (
          <ErrorState
            title="Failed to fetch your order"
            message="The fault is on our side, or your connection was lost. Please try again."
            onRetry={() => window.location.reload()}
          />
        )}
      </PageBody>
    </>
  )
}
