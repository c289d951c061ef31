import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, PackageOpen } from 'lucide-react'
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
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { DataExport, dataExportContract } from './data-export.schema.ts'

const exportsOfMine = getting<typeof dataExportContract.list>('/api/account/exports')
const LOOK_MS = 2000

const isOpen = ({ status }: DataExport) => status === 'queued' || status === 'running'

/** Everything that is stored about this person, as one ZIP. */
export function DataExportPanel() {
  const withFresh = useFreshSignIn()
  const client = useQueryClient()
  const query = useQuery({
    ...exportsOfMine,
    refetchInterval: ({ state }) => (state.data?.exports.some(isOpen) ? LOOK_MS : false),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => withFresh(() => api<typeof dataExportContract.start>('POST', '/api/account/exports', {})),
    onSettled: () => client.invalidateQueries(exportsOfMine),
    onError: (error) =>
      toast({ kind: 'error', title: 'No export was started', description: toApiError(error).message }),
  })
  const underWay = query.data?.exports.some(isOpen) === true
  return (
    <Card heading="Export my data">
      <p className="mb-4 text-14 text-text-2">
        One ZIP with your account, workflows, runs, tools and activity as JSON and CSV. It is made in the background; we
        mail you when it is ready, and you can fetch it here for seven days, or until you make the next one.
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={1} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your exports could not be loaded" {...failure} />}
      >
        {({ exports }) => (
          <ul className="divide-y divide-line">
            {exports.map((one) => (
              <ExportRow key={one.id} one={one} />
            ))}
          </ul>
        )}
      </QueryView>
      <Button className="mt-4" icon={PackageOpen} busy={isPending} disabled={underWay} onClick={() => mutate()}>
        {underWay ? 'Being made…' : 'Make an export'}
      </Button>
    </Card>
  )
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const WORDS: Record<DataExport['status'], string> = {
  queued: 'waits its turn',
  running: 'is being made',
  ready: 'is ready',
  failed: 'could not be made; try again, or write to support',
}

const ExportRow = ({ one }: { readonly one: DataExport }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-14">
    <p role="status">
      The export of <TimeAgo at={one.createdAt} /> {WORDS[one.status]}
    </p>
    {one.status === 'ready' ? (
      <TextLink to={`/api/account/exports/${one.id}/download`} reloadDocument>
        <Download size={16} className="me-1 inline" />
        Download ({sizeText(one.bytes)})
      </TextLink>
    ) : null}
  </li>
)
