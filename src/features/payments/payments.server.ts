import { AppError, notFound } from '#src/server/http/app-error.ts'
import { inSession } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { createCardThrottle } from './card-throttle.ts'
import { isEmbedded } from './embedded/create-embedded.server.ts'
import { tooManyCards } from './failed-tries.server.ts'
import { noCardsContract, testPaymentsContract } from './payments.schema.ts'
import { type PaymentProvider, ProviderRefusedError } from './provider.ts'

const cardRefused = (message: string) => new AppError({ code: 'CARD_REFUSED', status: 422, message })

/** What the provider says no to is for the buyer to read. */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderRefusedError)) throw error
    if (error.failure.code === 'resource_missing') throw notFound('payment')
    throw cardRefused(error.failure.message)
  }
}

/** Where the embedded provider's card form sends a card. With Stripe a card number is refused here like any unknown field. */
export function paymentRoutes({ provider }: { readonly provider: PaymentProvider }): Route[] {
  if (!isEmbedded(provider))
    return [
      route(noCardsContract.confirm, [inSession], () => {
        throw notFound('payment')
      }),
    ]
  const throttle = createCardThrottle()
  return [
    route(testPaymentsContract.confirm, [inSession], ({ user, address, body }) => {
      const wait = throttle.take({ userId: user.id, address })
      if (wait > 0) throw tooManyCards(wait)
      return orRefused(provider.confirm({ ...body, accountId: user.id }))
    }),
    route(testPaymentsContract.onboardingOpen, [inSession], () => Promise.resolve({ open: true as const })),
    route(testPaymentsContract.onboard, [inSession], ({ body }) =>
      orRefused(provider.finishOnboarding(body.token, body.bank)),
    ),
    route(testPaymentsContract.authenticate, [inSession], ({ user, body }) =>
      orRefused(provider.authenticate({ ...body, accountId: user.id })),
    ),
  ]
}
