import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/client/api.ts'
import { toast, UNDO_SHOWN_MS } from '#src/client/toasts.ts'
import { type BesideChange, type BesideWish, reversed } from '#src/lib/graph/beside.ts'
import type { Pins, pinsContract } from '../pins/pins.schema.ts'
import { pinsOf, workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'
import type { Draft } from './draft.ts'

async function rename(client: QueryClient, id: string, name: string): Promise<void> {
  const answer = await api<typeof workflowsContract.rename>('PATCH', '/api/workflows/:id', {
    params: { id },
    body: { name },
  })
  client.setQueryData(workflowOf(id).queryKey, answer)
}

type PinWish = BesideWish & { readonly kind: 'pin' }

const knownPins = (client: QueryClient, id: string): Pins =>
  client.getQueryData<{ pins: Pins }>(pinsOf(id).queryKey)?.pins ?? {}

async function pin(client: QueryClient, id: string, { nodeId, after }: PinWish): Promise<void> {
  const params = { id, nodeId }
  if (after === null) await api<typeof pinsContract.remove>('DELETE', '/api/workflows/:id/pins/:nodeId', { params })
  else await api<typeof pinsContract.set>('PUT', '/api/workflows/:id/pins/:nodeId', { params, body: after })
  const { [nodeId]: _, ...others } = knownPins(client, id)
  client.setQueryData(pinsOf(id).queryKey, { pins: after === null ? others : { ...others, [nodeId]: after } })
}

/** Undo may be asked for before they have been loaded: what is not known yet is not nothing. Without a connection it fails. */
async function pinsNow(client: QueryClient, id: string): Promise<Pins> {
  if (client.getQueryData(pinsOf(id).queryKey) === undefined) {
    const answer = await api<typeof pinsContract.list>('GET', '/api/workflows/:id/pins', { params: { id } })
    client.setQueryData(pinsOf(id).queryKey, answer)
  }
  return knownPins(client, id)
}

/** What of a workflow is no part of its graph, on the server. */
export const besideOnServer = (client: QueryClient, id: string) => ({
  now: async (wish: BesideWish) =>
    wish.kind === 'name'
      ? (client.getQueryData(workflowOf(id).queryKey)?.workflow.name ?? null)
      : ((await pinsNow(client, id))[wish.nodeId] ?? null),
  change: (wish: BesideWish) => (wish.kind === 'name' ? rename(client, id, wish.after) : pin(client, id, wish)),
})

/** Says what was done, with a way back beside that of the editor; later it is a change of its own. */
export function offerBack(draft: Draft, title: string, change: BesideChange, label: string): void {
  const takeBack = () =>
    void draft.changeBeside(reversed(change), label).catch((cause: unknown) => {
      toast({ kind: 'error', title: 'It stays as it is', description: cause instanceof Error ? cause.message : '' })
    })
  toast({ kind: 'success', title, action: { label: 'Undo', onClick: takeBack }, shownMs: UNDO_SHOWN_MS })
}
