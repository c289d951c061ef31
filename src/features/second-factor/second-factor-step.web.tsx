import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import type { User } from '#src/features/accounts/accounts.schema.ts'
import { PasskeyButton } from '#src/features/passkeys/passkey-button.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import type { SecondFactor, secondFactorContract } from './second-factor.schema.ts'

interface SecondFactorStepProps {
  /** What POST /api/login answered with MFA_REQUIRED. */
  readonly challenge: string
  readonly methods: readonly SecondFactor[]
  /** Signed in: the session cookie is set. */
  readonly onDone: (user: User) => void | Promise<void>
  /** Back to the password: by choice, or because the challenge is over. */
  readonly onStartAgain: () => void
  /** What the server said to a code that no script sent. */
  readonly rejected?: string | undefined
}

function useCode({ challenge, onDone }: SecondFactorStepProps) {
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
      await onDone(
        await api<typeof secondFactorContract.signIn>('POST', '/api/login/second-factor', {
          body: { challenge, code },
        }),
      )
    } catch (cause) {
      setError(toApiError(cause))
    } finally {
      setBusy(false)
    }
  }
  return { form, error, busy, submit, forget: () => setError(undefined) }
}

/** The second step of signing in: a code of the app, a passkey, or a recovery code. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { challenge, methods, onDone, onStartAgain, rejected } = props
  const { form, error, busy, submit, forget } = useCode(props)
  const hasApp = methods.includes('totp')
  const hasPasskey = methods.includes('passkey')
  const hasRecoveryCodes = methods.includes('recovery-code')
  const [recovering, setRecovering] = useState(false)
  const wrongCode = error === undefined ? rejected : error.details.find(({ field }) => field === 'code')?.message
  const field = recovering ? 'recovery' : hasApp ? 'app' : undefined
  const switchField = () => {
    forget()
    setRecovering(!recovering)
  }
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-18">One more step</h2>
      {error && wrongCode === undefined ? (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 text-14 font-medium text-bad">
          {error.message}
        </p>
      ) : null}
      {field === undefined ? null : (
        <form
          ref={form}
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="flex flex-col gap-4"
        >
          <input type="hidden" name="challenge" value={challenge} />
          {methods.map((method) => (
            <input key={method} type="hidden" name="methods" value={method} />
          ))}
          <CodeField key={field} recovering={recovering} error={wrongCode} />
          <Button type="submit" variant="primary" size="touch" busy={busy}>
            Sign in
          </Button>
        </form>
      )}
      {hasPasskey ? (
        <PasskeyButton
          challenge={challenge}
          onDone={onDone}
          label="Use a passkey"
          variant={field === undefined ? 'primary' : 'secondary'}
        />
      ) : null}
      <div className="flex flex-wrap justify-between gap-2">
        {hasRecoveryCodes && (hasApp || hasPasskey) ? (
          <Button variant="ghost" onClick={switchField}>
            {recovering ? 'No recovery code' : 'Use a recovery code'}
          </Button>
        ) : null}
        <Button variant="ghost" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    </div>
  )
}

function CodeField({ recovering, error }: { recovering: boolean; error: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      {recovering ? (
        <TextField
          name="code"
          label="Recovery code"
          help="One of the ten that you were given; each works once."
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
        />
      ) : (
        <TextField
          name="code"
          label="Code"
          help="Six digits, from your authenticator app."
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          error={error}
        />
      )}
    </div>
  )
}
