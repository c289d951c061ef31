import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { useRemoval } from '#src/client/use-kept-values.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { KeptRow, LastUsed } from '#src/ui/kept-row.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { SecretDialog } from './secret-dialog.web.tsx'
import type { Secret, secretsContract } from './secrets.schema.ts'

const secrets = getting<typeof secretsContract.list>('/api/secrets')

/** What workflows may use to prove who asks: names only, as the values cannot be read back. */
export function SecretsPanel() {
  const query = useQuery(secrets)
  /** The name whose value is given anew; '' for a new secret. */
  const [setting, setSetting] = useState<string>()
  const [deleting, setDeleting] = useState<string>()
  return (
    <Card
      heading="Secrets"
      actions={
        <Button size="dense" icon={LockKeyhole} onClick={() => setSetting('')}>
          New secret
        </Button>
      }
    >
      <p className="mb-4 text-14 text-text-2">
        Keys and passwords that steps of your workflows send along. Nobody can read them back, you included, and they
        are blanked in the log of every run that uses them.
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your secrets could not be loaded" {...failure} />}
      >
        {({ secrets: list }) =>
          list.length === 0 ? (
            <EmptyState level={3} title="No secrets">
              Store one when a step of a workflow needs a key or a password.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((secret) => (
                <SecretRow
                  key={secret.name}
                  secret={secret}
                  onReplace={() => setSetting(secret.name)}
                  onDelete={() => setDeleting(secret.name)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <SecretDialog name={setting} onClose={() => setSetting(undefined)} />
      <DeleteSecret name={deleting} onClose={() => setDeleting(undefined)} />
    </Card>
  )
}

interface SecretRowProps {
  readonly secret: Secret
  readonly onReplace: () => void
  readonly onDelete: () => void
}

const SecretRow = ({ secret: { name, updatedAt, lastUsedAt }, onReplace, onDelete }: SecretRowProps) => (
  <KeptRow
    name={<code>{name}</code>}
    facts={
      <>
        stored <TimeAgo at={updatedAt} /> · <LastUsed at={lastUsedAt} />
      </>
    }
    change={{ label: 'Replace', describedAs: `Replace the value of ${name}`, onClick: onReplace }}
    remove={{ label: 'Delete', describedAs: `Delete ${name}`, onClick: onDelete }}
  />
)

interface DeleteSecretProps {
  /** Asks while there is one. */
  readonly name: string | undefined
  readonly onClose: () => void
}

function DeleteSecret({ name, onClose }: DeleteSecretProps) {
  const { mutate, isPending } = useRemoval({
    what: 'secret',
    list: secrets.queryKey,
    remove: (which) => api<typeof secretsContract.remove>('DELETE', '/api/secrets/:name', { params: { name: which } }),
    onClose,
  })
  return (
    <ConfirmDialog
      open={name !== undefined}
      onClose={onClose}
      onConfirm={() => name !== undefined && mutate(name)}
      title={`Delete “${name ?? ''}”?`}
      confirmLabel="Delete"
      danger
      busy={isPending}
    >
      <p>Steps that use it fail from this moment on. It cannot be brought back.</p>
    </ConfirmDialog>
  )
}
