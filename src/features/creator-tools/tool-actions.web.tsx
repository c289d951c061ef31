import { CircleDollarSign, Copy, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import type { SignedInUser } from '#src/client/request-context.ts'
import { toast } from '#src/client/toasts.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { MenuItem } from '#src/ui/menu.tsx'

import type { creatorToolsContract } from './creator-tools.schema.ts'
import { useClone } from './use-clone.web.tsx'

const PricingDialog = lazyPart(async () => (await import('#src/features/pricing/pricing-dialog.web.tsx')).PricingDialog)

/** More than these, and the title is asked for. */
const MANY_RUNS = 100

type Tool = Pick<Fxn, 'id' | 'title' | 'createdBy' | 'runCount'>

/** Clone for everybody; Edit, Manage Pricing and Delete for the owner. The dialog must be in the page. */
export function useToolActions({ id, title, createdBy, runCount }: Tool) {
  const viewerId = useRouteLoaderData<{ viewer: SignedInUser | null }>('root')?.viewer?.id
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isPricing, setPricing] = useState(false)
  const [busy, setBusy] = useState(false)
  const cloning = useClone(id)
  const { revalidate } = useRevalidator()
  const remove = async () => {
    setBusy(true)
    try {
      await api<typeof creatorToolsContract.remove>('DELETE', '/api/tools/:id', { params: { id } })
      toast({ kind: 'success', title: 'Deleted' })
      await navigate('/dashboard')
    } catch (error) {
      toast({ kind: 'error', title: 'Delete failed', description: toApiError(error).message })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const isOwner = viewerId !== undefined && createdBy === viewerId
  const own: MenuItem[] = [
    { label: 'Edit', icon: Pencil, to: `/create-tool?draft=${id}` },
    { label: 'Manage Pricing', icon: CircleDollarSign, onSelect: () => setPricing(true) },
    { label: 'Delete', icon: Trash2, danger: true, startsGroup: true, onSelect: () => setAsking(true) },
  ]
  const items: readonly MenuItem[] = [{ label: 'Clone', icon: Copy, onSelect: cloning.start }, ...(isOwner ? own : [])]
  const dialog = (
    <>
      {isPricing ? (
        <Suspense>
          <PricingDialog tool={{ id, title }} onClose={() => setPricing(false)} onChanged={() => void revalidate()} />
        </Suspense>
      ) : null}
      {cloning.dialog}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title={`Delete “${title}”?`}
        confirmLabel="Delete"
        danger
        busy={busy}
        {...(runCount > MANY_RUNS && { typeToConfirm: title })}
      >
        <p>
          Whoever has bought it keeps it. Nobody else can run it any more: their workflows that use it fail, and for
          them its address says that it is gone. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
  return { items, dialog }
}
