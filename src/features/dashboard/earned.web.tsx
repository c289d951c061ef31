import type { QueryLike } from '#src/client/query-view.tsx'
import type { earningsContract } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { dollars } from '#src/lib/price-text.ts'
import { Stat } from '#src/ui/stat.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { OptionalPart } from './optional-part.web.tsx'

type Earnings = AnswerOf<typeof earningsContract.earnings>

const hasNeverSold = ({ balance, totals }: Earnings) =>
  [totals.sales, balance.available, balance.pending, balance.held].every((figure) => figure === 0)

/** What a creator has coming, for whoever has ever sold anything. */
export const Earned = ({ query }: { readonly query: QueryLike<Earnings> }) => (
  <OptionalPart
    id="earned"
    title={query.data?.livemode === false ? 'Earnings (test payments)' : 'Earnings'}
    noun="earnings"
    query={query}
    isEmpty={hasNeverSold}
  >
    {({ balance }) => (
      <>
        <dl className="grid grid-cols-2 gap-4 rounded-10 border border-line bg-surface p-4">
          <Stat label="Available" value={dollars(balance.available)} />
          <Stat label="Pending" value={dollars(balance.pending)} />
        </dl>
        <TextLink to="/earnings" className="w-fit text-14 leading-6">
          All earnings and payouts
        </TextLink>
      </>
    )}
  </OptionalPart>
)
