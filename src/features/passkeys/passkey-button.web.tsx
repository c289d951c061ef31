import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { User } from '#src/features/accounts/accounts.schema.ts'
import { Button, type ButtonVariant } from '#src/ui/button.tsx'
import { signWithPasskey } from './passkey-ceremony.web.ts'
import type { passkeysContract } from './passkeys.schema.ts'

interface PasskeyButtonProps {
  /** Of a sign-in whose password was right; without it the passkey says who it is. */
  readonly challenge?: string
  /** Signed in: the session cookie is set. */
  readonly onDone: (user: User) => void | Promise<void>
  readonly label?: string
  readonly variant?: ButtonVariant
}

async function signIn(challenge: string | undefined): Promise<User> {
  const question = await api<typeof passkeysContract.ask>('POST', '/api/login/passkey/options', {
    body: challenge === undefined ? {} : { challenge },
  })
  return api<typeof passkeysContract.signIn>('POST', '/api/login/passkey', { body: await signWithPasskey(question) })
}

/** Signs in with a passkey; says below itself why it did not work. */
export function PasskeyButton({
  challenge,
  onDone,
  label = 'Sign in with a passkey',
  variant = 'secondary',
}: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const run = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await onDone(await signIn(challenge))
    } catch (cause) {
      setRefusal(toApiError(cause).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Button icon={KeyRound} size="touch" variant={variant} busy={busy} onClick={() => void run()}>
        {label}
      </Button>
      <p role="alert" className="text-13 font-medium text-bad empty:hidden">
        {refusal}
      </p>
    </div>
  )
}
