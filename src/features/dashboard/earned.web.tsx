import type { earningsContract } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { dollars } from '#src/lib/price-text.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { Stat } from '#src/ui/stat.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

interface EarnedProps {
  readonly earnings: AnswerOf<typeof earningsContract.earnings> | undefined
}

/** What a creator has coming; takes no room for whoever has never sold anything. */
export function Earned({ earnings }: EarnedProps) {
  if (earnings === undefined) return null
  const { livemode, balance, totals } = earnings
  if ([totals.sales, balance.available, balance.pending, balance.held].every((figure) => figure === 0)) return null
  return (
    <section aria-labelledby="earned" className="flex min-w-0 flex-col gap-4">
      <SectionHeader id="earned" title={livemode ? 'Earnings' : 'Earnings (test payments)'} />
      <dl className="grid grid-cols-2 gap-4 rounded-10 border border-line bg-surface p-4">
        <Stat label="Available" value={dollars(balance.available)} />
        <Stat label="Pending" value={dollars(balance.pending)} />
      </dl>
      <TextLink to="/earnings" className="w-fit text-14 leading-6">
        All earnings and payouts
      </TextLink>
    </section>
  )
}
