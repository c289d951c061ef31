import { type ReactNode, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { ApiError, toApiError } from '#src/client/api-error.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { authPath } from '#src/client/safe-redirect.ts'
import { toast } from '#src/client/toasts.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { CLONE_SIGN_IN, type creatorToolsContract } from './creator-tools.schema.ts'

/** The id of the draft. Throws REFUND_OPEN for who can still take their money back for the tool and did not give that up. */
export async function cloneTool(id: string, { givesUpRefund }: { readonly givesUpRefund: boolean }): Promise<string> {
  const query = givesUpRefund ? { givesUpRefund: 'true' as const } : {}
  const { fxn } = await api<typeof creatorToolsContract.clone>('POST', '/api/tools/:id/clone', {
    params: { id },
    query,
  })
  return fxn.id
}

export const isRefundOpen = (error: unknown): boolean => error instanceof ApiError && error.code === 'REFUND_OPEN'

interface GiveUpRefundProps {
  readonly busy: boolean
  readonly onClone: () => void
  readonly onClose: () => void
}

/** Asks whoever can still take their money back before they get the code. */
export const GiveUpRefund = ({ busy, onClone, onClose }: GiveUpRefundProps) => (
  <ConfirmDialog
    open
    onClose={onClose}
    onConfirm={onClone}
    title="Clone it, and give up your refund?"
    confirmLabel="Clone and keep it"
    busy={busy}
  >
    <p>
      You can still take your money back for this tool. A clone has its code, which nobody can take back from you, so
      from then on you could not do that alone any more: support would have to ask the creator.
    </p>
  </ConfirmDialog>
)

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
    <GiveUpRefund busy={busy} onClone={() => void clone(true)} onClose={() => setGivingUp(false)} />
  ) : null
  return { start: () => void clone(false), dialog }
}
