import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { toApiError } from '#src/client/api-error.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { authPath } from '#src/client/safe-redirect.ts'
import { toast } from '#src/client/toasts.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { cloneTool, isRefundOpen } from './clone-tool.ts'
import { CLONE_SIGN_IN } from './creator-tools.schema.ts'

const GiveUpRefund = lazyPart(async () => (await import('./give-up-refund.web.tsx')).GiveUpRefund)

interface Cloning {
  readonly start: () => void
  /** Must be in the page. */
  readonly dialog: ReactNode
}

/** Clones a tool into the builder from its page, and says what came of it. */
export function useClone(id: string): Cloning {
  const isSignedIn = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.id !== undefined
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [isGivingUp, setGivingUp] = useState(false)
  const clone = async (givesUpRefund: boolean) => {
    if (!isSignedIn) {
      const action = { label: 'Sign in', href: authPath(new URL(window.location.href)) }
      toast({ kind: 'error', title: 'Clone failed', description: CLONE_SIGN_IN, action })
      return
    }
    setBusy(true)
    try {
      const draft = await cloneTool(id, { givesUpRefund })
      toast({ kind: 'success', title: 'Cloned' })
      await navigate(`/create-tool?draft=${draft}`)
    } catch (error) {
      if (isRefundOpen(error)) return setGivingUp(true)
      toast({ kind: 'error', title: 'Clone failed', description: toApiError(error).message })
      setGivingUp(false)
    } finally {
      setBusy(false)
    }
  }
  const dialog = isGivingUp ? (
    <Suspense>
      <GiveUpRefund busy={busy} onClone={() => void clone(true)} onClose={() => setGivingUp(false)} />
    </Suspense>
  ) : null
  return { start: () => void clone(false), dialog }
}
