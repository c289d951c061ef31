import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { RecoveryCodesDialog } from '#src/features/second-factor/recovery-codes.web.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { KeptRow, LastUsed } from '#src/ui/kept-row.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { NewPasskeyDialog } from './new-passkey.web.tsx'
import type { Passkey, passkeysContract } from './passkeys.schema.ts'
import { RenamePasskey } from './rename-passkey.web.tsx'

const passkeys = getting<typeof passkeysContract.list>('/api/passkeys')

/** The list, what two-factor authentication says of it, and what the page knows of the account. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  return async () => {
    await Promise.all([
      client.invalidateQueries(passkeys),
      client.invalidateQueries({ queryKey: ['/api/second-factor'] }),
      revalidate(),
    ])
  }
}

/** The passkeys that sign in to this account. */
export function PasskeysPanel() {
  const query = useQuery(passkeys)
  const refresh = useRefresh()
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const onEnrolled = (recoveryCodes: readonly string[] | null) => {
    setAdding(false)
    if (recoveryCodes === null) toast({ kind: 'success', title: 'Passkey added' })
    else setCodes(recoveryCodes)
    void refresh()
  }
  const onRenamed = () => {
    setRenaming(undefined)
    void refresh()
  }
  return (
    <Card
      heading="Passkeys"
      actions={
        <Button size="dense" icon={KeyRound} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      }
    >
      <p className="mb-4 text-14 text-text-2">
        Signs you in by fingerprint, face or PIN of your device: no password, no code, and nothing to steal here.
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your passkeys could not be loaded" {...failure} />}
      >
        {({ passkeys: list }) =>
          list.length === 0 ? (
            <EmptyState level={3} title="No passkeys">
              Add one on each device that you use.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setRenaming(passkey)}
                  onRemove={() => setRemoving(passkey)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <NewPasskeyDialog
        open={adding}
        onClose={() => setAdding(false)}
        onEnrolled={({ recoveryCodes }) => onEnrolled(recoveryCodes)}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
      <RenamePasskey passkey={renaming} onClose={() => setRenaming(undefined)} onRenamed={onRenamed} />
      <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} refresh={refresh} />
    </Card>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey
  return (
    <KeptRow
      name={
        <>
          {name}
          {backedUp ? <Badge>Synced</Badge> : null}
        </>
      }
      facts={
        <>
          added <TimeAgo at={createdAt} /> · <LastUsed at={lastUsedAt} />
        </>
      }
      change={{ label: 'Rename', describedAs: `Rename ${name}`, onClick: onRename }}
      remove={{ label: 'Remove', describedAs: `Remove ${name}`, onClick: onRemove }}
    />
  )
}

interface RemovePasskeyProps {
  /** Asks while there is one. */
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
  readonly refresh: () => Promise<void>
}

function RemovePasskey({ passkey, onClose, refresh }: RemovePasskeyProps) {
  const withFresh = useFreshSignIn()
  const [busy, setBusy] = useState(false)
  const remove = async (id: string) => {
    setBusy(true)
    try {
      await withFresh(() => api<typeof passkeysContract.remove>('DELETE', '/api/passkeys/:id', { params: { id } }))
      toast({ kind: 'success', title: 'Passkey removed' })
    } catch (error) {
      toast({ kind: 'error', title: 'The passkey was not removed', description: toApiError(error).message })
    } finally {
      setBusy(false)
      onClose()
      await refresh()
    }
  }
  return (
    <ConfirmDialog
      open={passkey !== undefined}
      onClose={onClose}
      onConfirm={() => passkey && void remove(passkey.id)}
      title={`Remove “${passkey?.name ?? ''}”?`}
      confirmLabel="Remove"
      danger
      busy={busy}
    >
      <p>It no longer signs in here. Delete it on the device too, or the device goes on offering it.</p>
    </ConfirmDialog>
  )
}
