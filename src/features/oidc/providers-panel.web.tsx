import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { useFreshSignIn } from '#src/features/accounts/fresh-sign-in.web.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { LinkedProvider, oidcContract } from './oidc.schema.ts'
import { rememberVisit } from './provider-visit.ts'

const providers = getting<typeof oidcContract.linked>('/api/account/providers')

/** Other providers that this person signs in with. Nothing is shown where none is configured and none linked. */
export function ProvidersPanel() {
  const query = useQuery(providers)
  const withFresh = useFreshSignIn()
  const link = useMutation({
    mutationFn: () => withFresh(() => api<typeof oidcContract.startLinking>('POST', '/api/account/providers', {})),
    onSuccess: ({ url, proof }) => {
      rememberVisit({ proof, target: '/settings#providers', purpose: 'link' })
      window.location.assign(url)
    },
    onError: (error) => toast({ kind: 'error', title: 'Nothing was linked', description: toApiError(error).message }),
  })
  if (query.data?.provider === null && query.data.linked.length === 0) return null
  return (
    <Card heading="Sign-in with another provider">
      <QueryView
        query={query}
        loading={<RowSkeletons count={1} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your providers could not be loaded" {...failure} />}
      >
        {({ provider, linked }) => (
          <>
            <ul className="divide-y divide-line">
              {linked.map((one) => (
                <ProviderRow key={one.id} linked={one} name={provider?.name ?? 'Another provider'} />
              ))}
            </ul>
            {provider !== null && linked.length === 0 ? (
              <Button busy={link.isPending} onClick={() => link.mutate()}>
                Link {provider.name}
              </Button>
            ) : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function ProviderRow({ linked, name }: { readonly linked: LinkedProvider; readonly name: string }) {
  const client = useQueryClient()
  const withFresh = useFreshSignIn()
  const { id, email, linkedAt, lastUsedAt } = linked
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withFresh(() => api<typeof oidcContract.unlink>('DELETE', '/api/account/providers/:id', { params: { id } })),
    onSuccess: () => toast({ kind: 'success', title: `${name} is no longer linked` }),
    onError: (error) => toast({ kind: 'error', title: 'It stays linked', description: toApiError(error).message }),
    onSettled: () => client.invalidateQueries(providers),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-14 font-medium [overflow-wrap:anywhere]">
          {name}: {email}
        </p>
        <p className="meta-line">
          linked <TimeAgo at={linkedAt} />
          {lastUsedAt === null ? null : (
            <>
              {' '}
              · last used <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="dense" variant="danger" busy={isPending} onClick={() => mutate()} aria-label={`Unlink ${name}`}>
        Unlink
      </Button>
    </li>
  )
}
