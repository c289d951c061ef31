import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { readHashToken } from '#src/client/hash-token.ts'
import { requestContext } from '#src/client/request-context.ts'
import { requireUser } from '#src/client/require-user.ts'
import { Button } from '#src/ui/button.tsx'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import type { testPaymentsContract } from './payments.schema.ts'

/** With Stripe there is no such address: it asks on pages of its own. */
export async function loader(args: LoaderFunctionArgs) {
  requireUser(args)
  const { call } = args.context.get(requestContext)
  return call<typeof testPaymentsContract.onboardingOpen>('GET', '/api/payments/onboarding', {})
}

const BANKS = [
  { value: 'pays', label: 'It takes the money' },
  { value: 'refuses', label: 'It sends the money back a day later' },
  { value: 'asks_more', label: 'My details are not enough, and I am asked for more' },
] as const

type Bank = (typeof BANKS)[number]['value']

/** What Stripe's page is for real payees: here somebody says what their bank is going to do. */
export default function OnboardingPage() {
  const [bank, setBank] = useState<Bank>('pays')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const finish = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const body = { token: readHashToken(), bank }
      const { returnUrl } = await api<typeof testPaymentsContract.onboard>('POST', '/api/payments/onboarding', { body })
      window.location.assign(returnUrl)
    } catch (error) {
      const { status, message } = toApiError(error)
      setRefusal(status === 404 ? 'This link is not valid. Go back to your earnings and begin again.' : message)
      setBusy(false)
    }
  }
  return (
    <>
      <title>Test payouts · Fettle</title>
      <meta name="robots" content="noindex" />
      <PageHeader
        eyebrow="test payments"
        title="Where your money goes"
        lead="Payments are tests here, so nobody asks for your name or your bank: choose what your bank is going to do."
      />
      <PageBody>
        <form
          className="flex max-w-md flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void finish()
          }}
        >
          <FormRefusal message={refusal} />
          <RadioGroupField
            name="bank"
            label="Your bank"
            options={BANKS}
            value={bank}
            onChange={(value) => setBank(value as Bank)}
          />
          <Button type="submit" variant="primary" busy={busy} className="w-fit">
            Finish
          </Button>
        </form>
      </PageBody>
    </>
  )
}
