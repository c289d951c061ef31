import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { insertEvent } from '#src/features/payments/events.queries.ts'
import { ProviderRefusedError } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import { conflict, notFound } from '#src/server/http/app-error.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { onThisMachine } from '#src/server/http/this-machine.ts'
import { readWorld } from './dev-payments.queries.ts'
import { devPaymentsContract } from './dev-payments.schema.ts'

const HOUR_S = 3600

interface DevPaymentsDeps {
  readonly db: Db
  readonly provider: EmbeddedProvider
  readonly publicUrl: string
  /** Does what is due by the provider's clock, such as charging for Pro. */
  readonly catchUp: () => Promise<void>
}

async function orRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ProviderRefusedError)) throw error
    if (error.failure.code === 'resource_missing') throw notFound('object')
    throw conflict('TEST_PROVIDER_REFUSED', error.failure.message)
  }
}

/** The desk of whoever runs the test provider. */
export function devPaymentRoutes({ db, provider, publicUrl, catchUp }: DevPaymentsDeps): Route[] {
  const here = [onThisMachine(publicUrl)]
  const after = async (work: Promise<unknown>) => {
    await orRefused(work)
    return readWorld(db)
  }
  const moveClock = async (hours: number) => {
    await provider.moveClock(hours * HOUR_S)
    await catchUp()
  }
  /** The signature is proven as it is at the door. */
  const take = async (body: string, signature: string) => {
    await insertEvent(db, provider.name, provider.readEvent(Buffer.from(body), signature))
    return true
  }
  return [
    route(devPaymentsContract.world, here, () => readWorld(db)),
    route(devPaymentsContract.clock, here, ({ body }) => after(moveClock(body.hours))),
    route(devPaymentsContract.delivery, here, ({ body }) => after(provider.setDelivery(body))),
    route(devPaymentsContract.send, here, ({ params }) => after(provider.send(params.object, take))),
    route(devPaymentsContract.dispute, here, ({ params }) => after(provider.openDispute(params.object))),
    route(devPaymentsContract.decide, here, ({ params, body }) =>
      after(provider.closeDispute(params.object, body.outcome)),
    ),
    route(devPaymentsContract.endRefund, here, ({ params, body }) =>
      after(provider.endRefund(params.object, body.outcome)),
    ),
  ]
}
