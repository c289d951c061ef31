import { useCallback, useState } from 'react'
import { ProviderButton } from '#src/features/oidc/provider-button.web.tsx'
import { ProviderReturn } from '#src/features/oidc/provider-return.web.tsx'
import { PasskeyButton } from '#src/features/passkeys/passkey-button.web.tsx'
import { SecondFactorStep } from '#src/features/second-factor/second-factor-step.web.tsx'
import type { AuthRejection } from './auth-action.ts'
import { type AuthMode, toSecondStep } from './auth-form.ts'
import { AuthForm } from './auth-form.web.tsx'
import { useArrival } from './use-auth-form.web.tsx'

interface SignInProps {
  readonly mode: AuthMode
  /** Where to go after success. */
  readonly target: string
  /** What the server said to the form when no script sent it. */
  readonly rejected?: AuthRejection | undefined
  /** In front of the fields' ids, where two of these may stand on one page. */
  readonly idPrefix?: string
  /** Name of another provider that people can sign in with. */
  readonly providerName?: string | undefined
  /** The query with which that provider has sent the browser back. */
  readonly providerAnswer?: string | undefined
}

/** Every way in: password and second factor, or a passkey. */
export function SignIn(props: SignInProps) {
  const { mode, rejected, idPrefix = '', providerName, providerAnswer } = props
  const [step, setStep] = useState(rejected?.step)
  // Who comes back from a provider goes on to where they wanted to go before they left.
  const [target, setTarget] = useState(props.target)
  const arrive = useArrival(target)
  const onProviderStep = useCallback((facts: Readonly<Record<string, unknown>>, wanted: string) => {
    setTarget(wanted)
    setStep(toSecondStep(facts))
  }, [])
  if (step !== undefined)
    return (
      <SecondFactorStep
        {...step}
        rejected={rejected?.message}
        onDone={arrive}
        onStartAgain={() => setStep(undefined)}
      />
    )
  if (providerAnswer !== undefined) return <ProviderReturn query={providerAnswer} onSecondStep={onProviderStep} />
  return (
    <>
      <AuthForm mode={mode} target={target} rejected={rejected} onSecondStep={setStep} idPrefix={idPrefix} />
      <div className="flex flex-col gap-4 empty:hidden noscript:hidden">
        {mode === 'login' ? <PasskeyButton onDone={arrive} /> : null}
        {providerName === undefined ? null : <ProviderButton name={providerName} target={target} />}
      </div>
    </>
  )
}
