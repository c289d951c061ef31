import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { type ApiError, toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { oidcContract } from './oidc.schema.ts'
import { type PendingVisit, takePendingVisit } from './provider-visit.ts'

interface ProviderReturnProps {
  /** The query of the address, without the question mark. */
  readonly query: string
  /** The provider is right, and a second factor is still missing. */
  readonly onSecondStep: (facts: ApiError['facts'], target: string) => void
}

const finish = ({ proof, purpose }: PendingVisit, query: string): Promise<unknown> =>
  purpose === 'link'
    ? api<typeof oidcContract.finishLinking>('POST', '/api/account/providers/finish', { body: { query, proof } })
    : api<typeof oidcContract.finish>('POST', '/api/sign-in/provider/finish', { body: { query, proof } })

/** Shown at /auth when the browser comes back from the provider: finishes the visit and goes on. */
export function ProviderReturn({ query, onSecondStep }: ProviderReturnProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [failure, setFailure] = useState<string>()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const visit = takePendingVisit()
    // The code works once; in the history and in what is sent as the referrer it has no place.
    window.history.replaceState(window.history.state, '', '/auth')
    const goOn = async () => {
      if (visit === undefined) return setFailure('This visit began in another tab or was finished already.')
      try {
        await finish(visit, query)
        if (visit.purpose === 'link') toast({ kind: 'success', title: 'You can now sign in that way, too' })
        await navigate(visit.target, { replace: true })
        await revalidate()
      } catch (cause) {
        const error = toApiError(cause)
        if (error.code === 'MFA_REQUIRED') return onSecondStep(error.facts, visit.target)
        setFailure(error.message)
        toast({ kind: 'error', title: 'Login failed', description: error.message, destructive: true })
      }
    }
    void goOn()
  }, [query, navigate, revalidate, onSecondStep])
  return (
    <div className="flex flex-col items-start gap-4 rounded-10 border border-line bg-surface p-5 shadow-1">
      {failure === undefined ? (
        <p role="status" className="flex items-center gap-2 text-14">
          <Spinner /> Signing you in…
        </p>
      ) : (
        <>
          <p role="alert" className="text-14 font-medium text-bad">
            {failure}
          </p>
          <ButtonLink to="/auth">Back to sign in</ButtonLink>
        </>
      )}
    </div>
  )
}
