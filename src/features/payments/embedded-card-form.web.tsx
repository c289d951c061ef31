import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { type CardField, cardProblem, expiryIn } from './card-fields.ts'
import type { CardFormProps } from './card-form-props.ts'
import type { Confirmation, testPaymentsContract } from './payments.schema.ts'

const FIELDS: readonly CardField[] = ['number', 'expiry', 'cvc']

/** Where a test card is entered: what is typed stays in the fields whatever the bank says. */
export function EmbeddedCardForm({ clientSecret, submitLabel, onTry, onDone, onFailed }: CardFormProps) {
  const [isAsked, setAsked] = useState(false)
  const tell = ({ status, message }: Confirmation): undefined => {
    setAsked(status === 'requires_action')
    if (status === 'succeeded') onDone(status)
    if (status === 'failed') onFailed(message ?? '')
  }
  const failed = (error: unknown): undefined => {
    onFailed(toApiError(error).message)
  }
  const { busy, formProps, wired } = useCheckedForm({
    fields: FIELDS,
    check: cardProblem,
    send: ({ number, expiry, cvc }) => {
      onTry()
      return api<typeof testPaymentsContract.confirm>('POST', '/api/payments/confirm', {
        // The form has checked it.
        body: { clientSecret, card: { number, cvc, expMonth: 0, expYear: 0, ...expiryIn(expiry) } },
      }).then(tell, failed)
    },
  })
  return (
    <>
      <form {...formProps} hidden={isAsked} className="flex flex-col gap-4 [&[hidden]]:hidden">
        <TextField {...wired('number')} label="Card number" inputMode="numeric" autoComplete="cc-number" />
        <div className="grid grid-cols-2 gap-4">
          <TextField {...wired('expiry')} label="Expires" placeholder="MM / YY" autoComplete="cc-exp" />
          <TextField {...wired('cvc')} label="Security code" inputMode="numeric" autoComplete="cc-csc" />
        </div>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </form>
      {isAsked ? <Authentication clientSecret={clientSecret} onTold={tell} onFailed={failed} /> : null}
    </>
  )
}

interface AuthenticationProps {
  readonly clientSecret: string
  readonly onTold: (answer: Confirmation) => void
  readonly onFailed: (error: unknown) => void
}

/** In place of the page of a bank. */
function Authentication({ clientSecret, onTold, onFailed }: AuthenticationProps) {
  const [busy, setBusy] = useState(false)
  const answer = async (passed: boolean) => {
    setBusy(true)
    try {
      onTold(
        await api<typeof testPaymentsContract.authenticate>('POST', '/api/payments/authenticate', {
          body: { clientSecret, passed },
        }),
      )
    } catch (error) {
      onFailed(error)
      setBusy(false)
    }
  }
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-6 border border-line p-3">
      <p className="text-14">
        Your bank asks whether it is you who pays. This is a test: say what the bank would hear.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={() => void answer(true)}>
          Confirm that it is me
        </Button>
        <Button onClick={() => void answer(false)}>It is not me</Button>
      </div>
    </div>
  )
}
