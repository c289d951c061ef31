import { Suspense, useState } from 'react'
import { dollars } from '#src/lib/price-text.ts'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import type { ProCardForm } from './subscriptions.schema.ts'

// A card is entered seldom, and what reads it is large.
const CardForm = lazyPart(async () => (await import('#src/features/payments/card-form.web.tsx')).CardForm)

interface ProCardFieldsProps {
  readonly form: ProCardForm
  /** A card that is only kept. */
  readonly keepLabel: string
  readonly onDone: () => void
}

/** The fields of a card, for what `form` asks. */
export function ProCardFields({ form, keepLabel, onDone }: ProCardFieldsProps) {
  const [failure, setFailure] = useState<string>()
  const { provider, publishableKey, clientSecret, amount, tax, taxRate, livemode } = form
  return (
    <div className="flex max-w-md flex-col gap-4">
      <p className="text-14 text-text-2">
        {amount === 0
          ? 'The card is kept, and nothing is charged now.'
          : `Your card is charged ${dollars(amount)} now${tax === 0 ? '' : `, of it ${dollars(tax)} tax (${taxRate})`}.`}
        {livemode ? '' : ' This is a test: no money moves.'}
      </p>
      <FormRefusal message={failure} />
      <Suspense fallback={<RowSkeletons count={3} label="Loading the card form…" />}>
        <CardForm
          provider={provider}
          publishableKey={publishableKey}
          clientSecret={clientSecret}
          returnUrl="/subscription"
          submitLabel={amount === 0 ? keepLabel : `Pay ${dollars(amount)}`}
          onTry={() => setFailure(undefined)}
          onDone={onDone}
          onFailed={setFailure}
        />
      </Suspense>
    </div>
  )
}
