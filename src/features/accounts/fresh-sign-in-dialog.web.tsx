import { KeyRound } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { forgetWhatIsLeft } from '#src/client/left-here.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { signWithPasskey } from '#src/features/passkeys/passkey-ceremony.web.ts'
import type { SecondFactor } from '#src/features/second-factor/second-factor.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { focusFirstError } from '#src/ui/fields/error-summary.tsx'
import { PasswordField } from '#src/ui/fields/password-field.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import type { accountsContract } from './accounts.schema.ts'
import type { freshSignInContract, Proof } from './fresh-sign-in.schema.ts'

interface Methods {
  readonly password: boolean
  readonly secondFactors: readonly SecondFactor[]
}

interface FreshSignInDialogProps {
  readonly onAnswer: (proved: boolean) => void
}

const prove = (proof: Proof) => api<typeof freshSignInContract.prove>('POST', '/api/reauthenticate', { body: proof })

async function proveByPasskey(): Promise<void> {
  const question = await api<typeof freshSignInContract.ask>('POST', '/api/reauthenticate/passkey', {})
  await prove({ passkey: await signWithPasskey(question) })
}

/** Asks for what the account has: password, code, or a passkey in place of both. */
export function FreshSignInDialog({ onAnswer }: FreshSignInDialogProps) {
  const [methods, setMethods] = useState<Methods>()
  const [failure, setFailure] = useState<ApiError>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    api<typeof freshSignInContract.methods>('GET', '/api/reauthenticate', {}, leaving.signal).then(
      (found) => setMethods(found),
      (cause: unknown) => {
        if (!leaving.signal.aborted) setFailure(toApiError(cause))
      },
    )
    return () => leaving.abort()
  }, [attempt])
  const retry = () => {
    setFailure(undefined)
    setAttempt((count) => count + 1)
  }
  const onClose = () => onAnswer(false)
  if (failure)
    return (
      <Dialog open onClose={onClose} title="Confirm that it is you" size="small">
        <ErrorState level={3} title="This did not load" message={failure.message} onRetry={retry} />
      </Dialog>
    )
  // A dialog places the focus when it opens, so it opens once more when there is something to focus.
  return methods === undefined ? (
    <Dialog key="loading" open onClose={onClose} title="Confirm that it is you" size="small">
      <RowSkeletons count={2} />
    </Dialog>
  ) : (
    <Dialog key="form" open onClose={onClose} title="Confirm that it is you" size="small">
      {methods.password || methods.secondFactors.length > 0 ? (
        <ProofForm methods={methods} onProved={() => onAnswer(true)} onCancel={onClose} />
      ) : (
        <SignInAgain onCancel={onClose} />
      )}
    </Dialog>
  )
}

/** Errors stand at their field, others above the form. */
function useProof(onProved: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState<'form' | 'passkey'>()
  useEffect(() => {
    if (error && form.current) focusFirstError(form.current)
  }, [error])
  const run = async (how: 'form' | 'passkey', work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(how)
    setError(undefined)
    try {
      await work()
      onProved()
    } catch (cause) {
      setError(toApiError(cause))
      setBusy(undefined)
    }
  }
  const at = (field: string) => error?.details.find((detail) => detail.field === field)?.message
  return { form, busy, run, at, refusal: error && error.details.length === 0 ? error.message : undefined }
}

interface ProofFormProps {
  readonly methods: Methods
  readonly onProved: () => void
  readonly onCancel: () => void
}

function ProofForm({ methods, onProved, onCancel }: ProofFormProps) {
  const email = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.email
  const { form, busy, run, at, refusal } = useProof(onProved)
  const { password, secondFactors } = methods
  const hasApp = secondFactors.includes('totp')
  const hasPasskey = secondFactors.includes('passkey')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const given = (name: string) => String(data.get(name) ?? '')
    void run('form', () =>
      prove({
        ...(password && { password: given('password') }),
        ...(secondFactors.length > 0 && { code: given('code') }),
      }),
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-text-2">This change is sensitive, and you signed in a while ago.</p>
      {refusal === undefined ? null : (
        <p role="alert" className="rounded-6 border border-bad bg-bad-soft px-4 py-2 font-medium text-bad">
          {refusal}
        </p>
      )}
      {hasPasskey ? (
        <>
          <Button
            icon={KeyRound}
            variant="primary"
            data-autofocus
            busy={busy === 'passkey'}
            onClick={() => void run('passkey', proveByPasskey)}
          >
            Use a passkey
          </Button>
          <p className="text-13 text-text-3">Or without it:</p>
        </>
      ) : null}
      {/* Password managers look for the account beside the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email ?? ''} />
      {password ? (
        <PasswordField
          name="password"
          label="Password"
          required
          autoComplete="current-password"
          error={at('password')}
        />
      ) : null}
      {secondFactors.length > 0 ? (
        <TextField
          name="code"
          label={hasApp ? 'Code' : 'Recovery code'}
          help={hasApp ? 'From your authenticator app, or one of your recovery codes.' : undefined}
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={at('code')}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} busy={busy === 'form'}>
          Confirm
        </Button>
      </div>
    </form>
  )
}

/** Who has neither password nor second factor comes in through another provider, so that is the proof. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const leave = async () => {
    const here = location.pathname + location.search + location.hash
    await api<typeof accountsContract.logout>('POST', '/api/logout', {})
    forgetWhatIsLeft()
    onCancel()
    await navigate(`/auth?redirect=${encodeURIComponent(here)}`)
    await revalidate()
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-text-2">This change needs a sign-in from the last ten minutes. You come back to this page.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" data-autofocus onClick={() => void leave()}>
          Sign in again
        </Button>
      </div>
    </div>
  )
}
