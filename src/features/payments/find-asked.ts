import type { Intent, Metadata, PaymentProvider, Refund } from './provider.ts'

// What became of a call whose answer was lost. Providers forget keys after a day, so that the same call under the same key
// could move the money again; what they have made they keep.

const carries =
  (asked: Metadata) =>
  ({ metadata }: { readonly metadata: Metadata }): boolean =>
    Object.entries(asked).every(([name, value]) => metadata[name] === value)

export const findAskedIntent = async (
  { listIntents }: Pick<PaymentProvider, 'listIntents'>,
  customerId: string,
  asked: Metadata,
): Promise<Intent | undefined> => (await listIntents(customerId)).find(carries(asked))

export const findAskedRefund = async (
  { listRefunds }: Pick<PaymentProvider, 'listRefunds'>,
  intentId: string,
  asked: Metadata,
): Promise<Refund | undefined> => (await listRefunds(intentId)).find(carries(asked))
