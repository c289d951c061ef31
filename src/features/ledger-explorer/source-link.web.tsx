import type { Journal } from '#src/features/ledger/journals.ts'
import { TextLink } from '#src/ui/text-link.tsx'
import type { JournalSource } from './ledger-explorer.schema.ts'

const WORDS: Readonly<Record<string, string>> = {
  sale: 'Order',
  subscription: 'Order',
  refund: 'Refund',
  dispute: 'Dispute',
  pro_month: 'Month of Pro',
  payout: 'Payout',
  provider_fee: 'Charge of the provider',
  own_bank: 'Our own bank',
} satisfies Record<Journal['sourceType'], string>

/** "2026-03", which the id of a shared month begins with. */
const monthOf = (id: string) => `${id.slice(2, 6)}-${id.slice(6, 8)}`

/** What a journal comes from, with the way to its order or its payout. */
export function SourceLink({ source: { type, id, orderId, title } }: { readonly source: JournalSource }) {
  const word = WORDS[type] ?? type
  if (type === 'pro_month') return `${word} ${monthOf(id)}`
  if (type === 'payout')
    return (
      <TextLink to={`/admin/payments/payouts?q=${id}`}>
        {word} {id}
      </TextLink>
    )
  return orderId === null ? (
    `${word} ${id}`
  ) : (
    <TextLink to={`/admin/payments/${orderId}`}>
      {word}: {title ?? orderId}
    </TextLink>
  )
}
