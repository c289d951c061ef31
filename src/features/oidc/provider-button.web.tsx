import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { toast } from '#src/client/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import type { oidcContract } from './oidc.schema.ts'
import { rememberVisit } from './provider-visit.ts'

interface ProviderButtonProps {
  /** As the operator named it. */
  readonly name: string
  /** Path to go on to afterwards. */
  readonly target: string
}

/** Leaves for the provider; /auth takes over when the browser comes back. */
export function ProviderButton({ name, target }: ProviderButtonProps) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      const { url, proof } = await api<typeof oidcContract.start>('POST', '/api/sign-in/provider', {})
      rememberVisit({ proof, target, purpose: 'sign-in' })
      window.location.assign(url)
    } catch (error) {
      setBusy(false)
      toast({ kind: 'error', title: 'Login failed', description: toApiError(error).message, destructive: true })
    }
  }
  return (
    <Button size="touch" className="w-full" icon={LogIn} busy={busy} onClick={() => void leave()}>
      Sign in with {name}
    </Button>
  )
}
