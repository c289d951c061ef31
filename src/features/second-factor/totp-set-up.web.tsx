import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import type { AnswerOf } from '#src/lib/contract.ts'
import { Button } from '#src/ui/button.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { secondFactorContract } from './second-factor.schema.ts'

export type TotpSecret = AnswerOf<typeof secondFactorContract.begin>

interface TotpSetUpProps {
  /** Open while there is one. */
  readonly secret: TotpSecret | undefined
  readonly onClose: () => void
  /** The app counts from now on; null: the account has its recovery codes already. */
  readonly onConfirmed: (recoveryCodes: readonly string[] | null) => void
}

/** Brings the secret into an authenticator app and asks for the app's first code. */
export function TotpSetUp({ secret, onClose, onConfirmed }: TotpSetUpProps) {
  return (
    <Dialog open={secret !== undefined} onClose={onClose} title="Set up an authenticator app">
      {secret === undefined ? null : <SetUpForm secret={secret} onClose={onClose} onConfirmed={onConfirmed} />}
    </Dialog>
  )
}

const confirm = (code: string) =>
  api<typeof secondFactorContract.confirm>('POST', '/api/second-factor/totp/confirm', { body: { code } })

function SetUpForm({ secret, onClose, onConfirmed }: TotpSetUpProps & { readonly secret: TotpSecret }) {
  const withFresh = useFreshSignIn()
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (error && form.current) focusFirstError(form.current)
  }, [error])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    setBusy(true)
    setError(undefined)
    try {
      const { recoveryCodes } = await withFresh(() => confirm(code))
      onConfirmed(recoveryCodes)
    } catch (cause) {
      setError(toApiError(cause))
      setBusy(false)
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-4 ps-5">
        <li>
          <p>Scan this with an authenticator app on your phone.</p>
          <img
            src={secret.qrCode}
            alt="QR code with the secret; the same secret stands below as text"
            width={192}
            height={192}
            className="my-2 rounded-6 border border-line"
          />
          <p className="text-13 text-text-2">
            Or{' '}
            <a href={secret.uri} className="underline underline-offset-[3px]">
              open it in an app on this device
            </a>
            , or type this secret into the app:
          </p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="font-mono text-13 [overflow-wrap:anywhere]">
              {secret.secret.match(/.{4}/g)?.join(' ') ?? secret.secret}
            </code>
            <CopyButton text={secret.secret} of="secret" variant="ghost" />
          </p>
        </li>
        <li>
          <TextField
            name="code"
            label="Enter the code that the app shows"
            required
            data-autofocus
            autoComplete="one-time-code"
            inputMode="numeric"
            error={error?.details.length === 0 ? error.message : error?.details[0]?.message}
          />
        </li>
      </ol>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Turn on
        </Button>
      </div>
    </form>
  )
}
