import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import type { AnswerOf } from '#src/lib/contract.ts'
import { countryOptions } from '#src/lib/countries.ts'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import type { payoutsContract } from './payouts.schema.ts'

type Account = AnswerOf<typeof payoutsContract.payouts>['account']

/** Leaves for the page of the payment provider. */
function useOnboarding() {
  const withFresh = useFreshSignIn()
  return async (country: string) => {
    const { url } = await withFresh(() =>
      api<typeof payoutsContract.onboard>('POST', '/api/payouts/onboarding', { body: { country } }),
    )
    window.location.assign(url)
  }
}

interface PayoutAccountProps {
  readonly account: Account
  /** There is money to pay out, and nobody knows where to. */
  readonly isNeeded: boolean
}

/** Where the money goes: asked for once there is some, and mended here. */
export function PayoutAccount({ account: { state, country, missing }, isNeeded }: PayoutAccountProps) {
  if (state === 'none') return isNeeded ? <FirstTime /> : null
  if (state === 'unfinished' && !isNeeded) return null
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      {state === 'ready' ? (
        <p className="text-14">The payment provider knows your bank and pays out to it.</p>
      ) : (
        <>
          <p className="text-14 font-medium">
            {state === 'restricted'
              ? 'The payment provider needs more details before it pays you.'
              : 'You began to say where your money goes, and did not finish.'}
          </p>
          {missing.length === 0 ? null : (
            <p className="text-13 text-text-2 [overflow-wrap:anywhere]">
              Still asked for: <span className="font-mono">{missing.join(', ')}</span>
            </p>
          )}
        </>
      )}
      <Continue country={country ?? ''} label={state === 'ready' ? 'Change payout details' : 'Go on'} />
    </div>
  )
}

function Continue({ country, label }: { readonly country: string; readonly label: string }) {
  const onboard = useOnboarding()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      await onboard(country)
    } catch (error) {
      toast({ kind: 'error', title: 'The page could not be opened', description: toApiError(error).message })
      setBusy(false)
    }
  }
  return (
    <Button variant={label === 'Go on' ? 'primary' : 'secondary'} busy={busy} onClick={() => void go()}>
      {label}
    </Button>
  )
}

const countryProblem = (code: string) => (code === '' ? 'Choose your country' : undefined)

function FirstTime() {
  const onboard = useOnboarding()
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['country'],
    check: (_, value) => countryProblem(value),
    send: ({ country }) => onboard(country).then(() => undefined, toApiError),
  })
  return (
    <form {...formProps} className="flex max-w-md flex-col gap-4 border-t border-line pt-4">
      <p className="text-14">
        Say once who you are and where the money goes. The payment provider asks for it on a page of its own; we never
        see the number of your bank account.
      </p>
      <FormRefusal message={refusal} />
      <SelectField
        {...wired('country')}
        label="Country of your bank account"
        options={countryOptions}
        placeholder="Choose a country"
        autoComplete="country"
        required
      />
      <Button type="submit" variant="primary" busy={busy} className="w-fit">
        Set up payouts
      </Button>
    </form>
  )
}
