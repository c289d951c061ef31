import type { PaymentProvider } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { listMargins } from './tool-margins.queries.ts'
import { MOST_MARGINS, toolMarginsContract } from './tool-margins.schema.ts'

interface ToolMarginDeps {
  readonly db: Db
  readonly provider: Pick<PaymentProvider, 'livemode'>
}

export const toolMarginRoutes = ({ db, provider: { livemode } }: ToolMarginDeps): Route[] => [
  route(toolMarginsContract.list, [may('payments.read')], async ({ query: { order } }) => {
    const margins = await listMargins(db, { livemode, order, limit: MOST_MARGINS + 1 })
    return { livemode, margins: margins.slice(0, MOST_MARGINS), hasMore: margins.length > MOST_MARGINS }
  }),
]
