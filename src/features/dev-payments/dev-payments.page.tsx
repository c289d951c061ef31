import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { toApiError } from '#src/client/api-error.ts'
import { requestContext } from '#src/client/request-context.ts'
import { toast } from '#src/client/toasts.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Button } from '#src/ui/button.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { ClockForm } from './clock-form.web.tsx'
import { DeliveryForm } from './delivery-form.web.tsx'
import { Disputes, Payments, Plans, Refunds, Transfers, Webhooks } from './desk-objects.web.tsx'
import type { devPaymentsContract } from './dev-payments.schema.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { production, call } = context.get(requestContext)
  if (production) throw new Response('Not Found', { status: 404 })
  return call<typeof devPaymentsContract.world>('GET', '/api/dev/payments', {})
}

/** The desk of whoever runs the embedded test provider. Development only. */
export default function DevPaymentsPage() {
  const world = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const act = async (said: string, work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      toast({ kind: 'success', title: said })
    } catch (error) {
      toast({ kind: 'error', title: 'The test provider says no', description: toApiError(error).message })
    }
    await revalidate()
    setBusy(false)
  }
  const desk = { world, busy, act }
  return (
    <>
      <title>Test payments · Fettle</title>
      <meta name="robots" content="noindex" />
      <PageHeader
        eyebrow="dev / payments"
        title="Test payments"
        lead="What Stripe’s dashboard is for real payments: the clock, the webhooks and the whims of banks. It exists in development only."
        actions={
          <Button icon={RotateCw} busy={state === 'loading'} onClick={() => void revalidate()}>
            Refresh
          </Button>
        }
      />
      <PageBody>
        <div className="grid gap-6 md:grid-cols-2">
          <section aria-labelledby="clock" className="flex flex-col gap-4">
            <SectionHeader id="clock" title="Clock" />
            <ClockForm {...desk} />
          </section>
          <section aria-labelledby="delivery" className="flex flex-col gap-4">
            <SectionHeader id="delivery" title="Delivery of webhooks" />
            <DeliveryForm key={JSON.stringify(world.delivery)} {...desk} />
          </section>
        </div>
        <Payments {...desk} />
        <Disputes {...desk} />
        <Refunds {...desk} />
        <Transfers {...desk} />
        <Webhooks {...desk} />
        <Plans {...desk} />
        <p className="text-14 text-text-2">The provider holds {dollars(world.balance)} for us.</p>
      </PageBody>
    </>
  )
}
