import { useEffect, useState } from 'react'
import { api } from '#src/client/api.ts'
import type { oidcContract } from '#src/features/oidc/oidc.schema.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { AuthMode } from './auth-form.ts'
import { SignIn } from './sign-in.web.tsx'

interface SignInDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** What needs an account: "Sign in to keep favourites." */
  readonly reason?: string
}

const WORDS: Record<AuthMode, { title: string; question: string; other: AuthMode; label: string }> = {
  login: { title: 'Sign in', question: 'New here?', other: 'register', label: 'Create account' },
  register: { title: 'Create account', question: 'Have an account already?', other: 'login', label: 'Sign in' },
}

/** The other provider's name, once it is known; a dialog without its button still signs in. */
function useProviderName(open: boolean): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    if (!open) return
    api<typeof oidcContract.available>('GET', '/api/sign-in/provider', {}).then(
      ({ provider }) => setName(provider?.name),
      () => setName(undefined),
    )
  }, [open])
  return name
}

/** /auth without leaving the page; leads to the dashboard. Load it lazily: public pages do not need it at first. */
export function SignInDialog({ open, onClose, reason }: SignInDialogProps) {
  const [mode, setMode] = useState<AuthMode>('login')
  const { title, question, other, label } = WORDS[mode]
  const providerName = useProviderName(open)
  return (
    <Dialog open={open} onClose={onClose} title={title} size="small">
      <div className="flex flex-col gap-4">
        {reason === undefined ? null : <p className="text-text-2">{reason}</p>}
        <SignIn mode={mode} target="/dashboard" idPrefix="dialog-" providerName={providerName} />
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 text-text-2">
          <span>
            {question}{' '}
            <button
              type="button"
              onClick={() => setMode(other)}
              className="min-h-6 rounded-4 text-accent-text underline decoration-line-strong underline-offset-[3px] hover:decoration-current"
            >
              {label}
            </button>
          </span>
          {mode === 'login' ? (
            <TextLink to="/auth?mode=forgot" onClick={onClose} className="leading-6">
              Forgot password?
            </TextLink>
          ) : null}
        </p>
      </div>
    </Dialog>
  )
}
