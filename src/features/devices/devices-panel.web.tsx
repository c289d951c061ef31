import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { Device, devicesContract } from './devices.schema.ts'

const devices = getting<typeof devicesContract.list>('/api/sessions')

/** Where this person is signed in, and how to change that. */
export function DevicesPanel() {
  const query = useQuery(devices)
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const end = async (id: string, done: string, work: () => Promise<unknown>) => {
    setBusy(id)
    try {
      await work()
      await client.invalidateQueries(devices)
      toast({ kind: 'success', title: done })
    } catch (error) {
      toast({ kind: 'error', title: 'Signing out failed', description: toApiError(error).message })
    } finally {
      setBusy(undefined)
    }
  }
  const endOne = ({ id, name }: Device) =>
    end(id, `${name} is signed out`, () =>
      api<typeof devicesContract.end>('DELETE', '/api/sessions/:id', { params: { id } }),
    )
  const endOthers = () =>
    end('others', 'All other devices are signed out', () =>
      api<typeof devicesContract.endOthers>('DELETE', '/api/sessions', {}),
    )
  return (
    <Card heading="Devices">
      <p className="mb-4 text-14 text-text-2">
        Every browser that is signed in to your account. Sign out what you do not know, and then change your password.
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your devices could not be loaded" {...failure} />}
      >
        {({ sessions }) => (
          <>
            <ul className="divide-y divide-line">
              {sessions.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  busy={busy === device.id}
                  onEnd={() => void endOne(device)}
                />
              ))}
            </ul>
            {sessions.length > 1 ? (
              <Button className="mt-4" busy={busy === 'others'} onClick={() => void endOthers()}>
                Sign out all other devices
              </Button>
            ) : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

interface DeviceRowProps {
  readonly device: Device
  readonly busy: boolean
  readonly onEnd: () => void
}

function DeviceRow({ device, busy, onEnd }: DeviceRowProps) {
  const { name, address, current, lastSeenAt, signedInAt } = device
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
          {name}
          {current ? <Badge kind="ok">This device</Badge> : null}
        </p>
        <p className="meta-line">
          {address} · signed in <TimeAgo at={signedInAt} /> · last used <TimeAgo at={lastSeenAt} />
        </p>
      </div>
      {current ? null : (
        <Button size="dense" busy={busy} onClick={onEnd} aria-label={`Sign out ${name}, ${address}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
