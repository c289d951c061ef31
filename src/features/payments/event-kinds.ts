/** Kinds of objects at a provider that something of ours follows. */
export type ProviderObject = 'intent' | 'setup' | 'refund' | 'dispute' | 'payee' | 'transfer'

const PREFIXES: readonly (readonly [string, ProviderObject])[] = [
  ['payment_intent.', 'intent'],
  // What is told of it here is its payment.
  ['charge.updated', 'intent'],
  ['setup_intent.', 'setup'],
  ['charge.refund.', 'refund'],
  ['refund.', 'refund'],
  ['charge.dispute.', 'dispute'],
  ['account.updated', 'payee'],
  ['transfer.', 'transfer'],
]

/** What an event is about; undefined for what nobody here follows. */
export const kindOf = (type: string): ProviderObject | undefined =>
  PREFIXES.find(([prefix]) => type.startsWith(prefix))?.[1]
