import { Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import type { CardFormProps } from './card-form-props.ts'
import { EmbeddedCardForm } from './embedded-card-form.web.tsx'

const StripeCardForm = lazyPart(async () => (await import('./stripe-card-form.web.tsx')).StripeCardForm)

interface AnyCardFormProps extends CardFormProps {
  readonly provider: 'stripe' | 'embedded'
  readonly publishableKey: string | null
}

/** Where a card is entered: with Stripe in frames of Stripe's, so that its number never comes to us. */
export const CardForm = ({ provider, publishableKey, ...props }: AnyCardFormProps) =>
  provider === 'embedded' ? (
    <EmbeddedCardForm {...props} />
  ) : (
    <Suspense fallback={<RowSkeletons count={3} label="Loading the card form…" />}>
      <StripeCardForm {...props} publishableKey={publishableKey ?? ''} />
    </Suspense>
  )
