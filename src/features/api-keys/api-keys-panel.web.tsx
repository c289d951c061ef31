import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { ApiKey, apiKeysContract } from './api-keys.schema.ts'
import { NewKeyDialog } from './new-key.web.tsx'
import { SCOPE_WORDS } from './scope-words.ts'

const keys = getting<typeof apiKeysContract.list>('/api/keys')

/** The keys with which programs act for this person. */
export function ApiKeysPanel() {
  const query = useQuery(keys)
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  return (
    <Card
      heading="API keys"
      actions={
        <Button size="dense" icon={KeyRound} onClick={() => setMaking(true)}>
          New API key
        </Button>
      }
    >
      <p className="mb-4 text-14 text-text-2">
        With a key, a program runs tools and workflows as you. Send it as <code>Authorization: Bearer ftl_…</code>
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your API keys could not be loaded" {...failure} />}
      >
        {({ keys: list }) =>
          list.length === 0 ? (
            <EmptyState level={3} title="No API keys">
              Make one when a program should act for you.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <NewKeyDialog open={making} onClose={() => setMaking(false)} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </Card>
  )
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const { name, hint, scopes, createdAt, lastUsedAt, expiresAt } = apiKey
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-14 font-medium [overflow-wrap:anywhere]">
          {name} <code className="meta-line ms-1">{hint}</code>
        </p>
        <p className="flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <Badge key={scope}>{SCOPE_WORDS[scope]}</Badge>
          ))}
        </p>
        <p className="meta-line">
          made <TimeAgo at={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <TimeAgo at={lastUsedAt} />
            </>
          )}
          {' · '}
          {expiresAt === null ? 'no end' : <Ending at={expiresAt} />}
        </p>
      </div>
      <Button size="dense" variant="danger" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  )
}

function Ending({ at }: { readonly at: string }) {
  const [now] = useState(Date.now)
  return Date.parse(at) < now ? (
    <span className="text-bad">
      ended <TimeAgo at={at} />
    </span>
  ) : (
    <>
      ends <TimeAgo at={at} />
    </>
  )
}

interface RevokeKeyProps {
  /** Asks while there is one. */
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
}

function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => api<typeof apiKeysContract.revoke>('DELETE', '/api/keys/:id', { params: { id } }),
    onSuccess: () => toast({ kind: 'success', title: 'API key revoked' }),
    onError: (error) =>
      toast({ kind: 'error', title: 'The key was not revoked', description: toApiError(error).message }),
    onSettled: async () => {
      await client.invalidateQueries(keys)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onClose={onClose}
      onConfirm={() => apiKey && mutate(apiKey.id)}
      title={`Revoke “${apiKey?.name ?? ''}”?`}
      confirmLabel="Revoke"
      danger
      busy={isPending}
    >
      <p>Programs that use it are refused from this moment on. It cannot be brought back.</p>
    </ConfirmDialog>
  )
}
