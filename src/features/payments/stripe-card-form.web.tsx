import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import type { CardFormProps } from './card-form-props.ts'
import { openStripeFields, reopenForCards, type StripeFields } from './stripe-elements.web.tsx'

interface StripeCardFormProps extends CardFormProps {
  readonly publishableKey: string
}

type FieldsState = 'loading' | 'open' | 'broken'

/** Stripe's Payment Element: what is typed there goes from its frame to Stripe. */
export function StripeCardForm(props: StripeCardFormProps) {
  const { publishableKey, clientSecret, returnUrl, submitLabel, onTry, onDone, onFailed } = props
  const place = useRef<HTMLDivElement>(null)
  const fields = useRef<StripeFields>(undefined)
  const [state, setState] = useState<FieldsState>('loading')
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (place.current === null || reopenForCards()) return undefined
    let isGone = false
    // One of its own for each attempt: Stripe refuses a place that it has filled.
    const spot = document.createElement('div')
    place.current.append(spot)
    openStripeFields({ publishableKey, clientSecret, place: spot }).then(
      (opened) => {
        if (isGone) return opened.remove()
        fields.current = opened
        setState('open')
      },
      () => isGone || setState('broken'),
    )
    return () => {
      isGone = true
      fields.current?.remove()
      fields.current = undefined
      spot.remove()
    }
  }, [publishableKey, clientSecret, attempt])
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (fields.current === undefined || busy) return
    setBusy(true)
    onTry()
    try {
      const answer = await fields.current.confirm(returnUrl)
      if (answer?.status === 'succeeded') onDone(answer.status)
      else if (answer !== undefined) onFailed(answer.message ?? '')
    } catch {
      onFailed('Stripe did not answer. Check your connection, then try again: you are charged once at most.')
    } finally {
      setBusy(false)
    }
  }
  const retry = () => {
    setState('loading')
    setAttempt((count) => count + 1)
  }
  return (
    <form onSubmit={(event) => void pay(event)} className="flex flex-col gap-4">
      {state === 'loading' ? <RowSkeletons count={3} label="Loading the card form…" /> : null}
      {state === 'broken' ? (
        <ErrorState
          level={3}
          title="The card form could not be loaded"
          message="It comes from Stripe. Check your connection, and whether something blocks js.stripe.com."
          onRetry={retry}
        />
      ) : null}
      <div ref={place} hidden={state === 'broken'} />
      {state === 'open' ? (
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      ) : null}
    </form>
  )
}
