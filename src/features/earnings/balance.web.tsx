import { TestPaymentsNote } from '#src/client/payments-note.tsx'
import { type earningsContract, HOLD_DAYS } from '#src/features/checkout/checkout.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { dollars } from '#src/lib/price-text.ts'
import { SectionHeader } from '#src/ui/shell/page-header.tsx'
import { Stat } from '#src/ui/stat.tsx'

interface BalanceProps {
  readonly earnings: AnswerOf<typeof earningsContract.earnings>
}

/** What is owed to a creator, what it is made of, and all sales together. */
export function Balance({ earnings: { balance, totals } }: BalanceProps) {
  const parts = [
    {
      label: 'Available',
      cents: balance.available,
      meaning:
        balance.available < 0
          ? 'Refunds took more than was there. What you sell next makes up for it.'
          : 'Can be paid out to you.',
    },
    {
      label: 'Pending',
      cents: balance.pending,
      meaning: `From sales of the last ${HOLD_DAYS} days; available once these have passed.`,
    },
    {
      label: 'Held',
      cents: balance.held,
      meaning: 'Disputed by a buyer’s bank. Yours again if the dispute is won.',
    },
  ]
  return (
    <>
      <TestPaymentsNote />
      <section aria-labelledby="balance" className="flex flex-col gap-4">
        <SectionHeader id="balance" title="Balance" />
        <dl className="grid gap-4 sm:grid-cols-3">
          {parts.map(({ label, cents, meaning }) => (
            <div key={label} className="flex flex-col gap-1 rounded-10 border border-line bg-surface p-4">
              <dt className="text-13 text-text-2">{label}</dt>
              <dd className="figures text-26 font-semibold">{dollars(cents)}</dd>
              <dd className="text-13 text-text-2">{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="totals" className="flex flex-col gap-4">
        <SectionHeader id="totals" title="All sales, before refunds" />
        <dl className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3">
          <Stat label="Sales" value={totals.sales.toLocaleString('en')} />
          <Stat label="Paid by buyers" value={dollars(totals.gross)} />
          <Stat label="Fettle’s share" value={dollars(totals.platformFees)} />
          <Stat label="Your share" value={dollars(totals.share)} />
          <Stat label="Taken back by refunds and disputes" value={dollars(totals.taken)} />
          {totals.ofPro === 0 ? null : <Stat label="Your shares of Pro" value={dollars(totals.ofPro)} />}
          <Stat label="Paid out to you" value={dollars(totals.paidOut)} />
        </dl>
      </section>
    </>
  )
}
