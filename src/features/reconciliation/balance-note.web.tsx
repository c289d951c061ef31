import { dollars } from '#src/lib/price-text.ts'
import { Stats } from '#src/ui/stat.tsx'
import { balanceGap, type ReportSummary } from './reconciliation.schema.ts'

/** All that the provider has of us, beside what the books say of the same moment. */
export function BalanceNote({ balance }: Pick<ReportSummary, 'balance'>) {
  if (balance === null) return <p className="text-14 text-text-2">The balances as a whole were not compared.</p>
  const { provider, books, opening } = balance
  return (
    <Stats
      stats={[
        { label: 'Balance with the provider', value: dollars(provider) },
        { label: 'Balance in the books', value: dollars(books) },
        ...(opening === 0 ? [] : [{ label: 'There before the books began', value: dollars(opening) }]),
        { label: 'Not explained', value: dollars(balanceGap({ balance })) },
      ]}
    />
  )
}
