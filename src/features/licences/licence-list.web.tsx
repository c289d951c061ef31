import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { toast } from '#src/client/toasts.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { Licence, licencesContract } from './licences.schema.ts'

export const givenLicences = getting<typeof licencesContract.list>('/api/licences')

export function LicenceList({ licences }: { readonly licences: readonly Licence[] }) {
  const [ending, setEnding] = useState<Licence>()
  return (
    <>
      <ul className="divide-y divide-line rounded-10 border border-line bg-surface">
        {licences.map((licence) => (
          <Row key={licence.id} licence={licence} onEnd={() => setEnding(licence)} />
        ))}
      </ul>
      <EndLicence licence={ending} onClose={() => setEnding(undefined)} />
    </>
  )
}

const Row = ({ licence, onEnd }: { readonly licence: Licence; readonly onEnd: () => void }) => {
  const { tool, givenTo, createdAt, endedAt } = licence
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-medium">
          {givenTo}
          {endedAt === null ? <Badge kind="ok">Stands</Badge> : <Badge>Taken back</Badge>}
        </p>
        <p className="text-14" dir="auto">
          {tool.title}
        </p>
        <p className="meta-line">
          given <TimeAgo at={createdAt} />
          {endedAt === null ? null : (
            <>
              {' · taken back '}
              <TimeAgo at={endedAt} />
            </>
          )}
        </p>
      </div>
      {endedAt === null ? (
        <Button size="dense" variant="danger" aria-label={`Take back from ${givenTo}`} onClick={onEnd}>
          Take back
        </Button>
      ) : null}
    </li>
  )
}

function EndLicence({ licence, onClose }: { readonly licence: Licence | undefined; readonly onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => api<typeof licencesContract.end>('POST', '/api/licences/:id/end', { params: { id } }),
    onSuccess: () => toast({ kind: 'success', title: 'Licence taken back' }),
    onError: (error) =>
      toast({ kind: 'error', title: 'The licence was not taken back', description: toApiError(error).message }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: givenLicences.queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={licence !== undefined}
      onClose={onClose}
      onConfirm={() => licence !== undefined && mutate(licence.id)}
      title="Take the licence back?"
      confirmLabel="Take back"
      danger
      busy={isPending}
    >
      <p className="[overflow-wrap:anywhere]">
        {licence?.givenTo} can then no longer use <span dir="auto">{licence?.tool.title}</span> for nothing, also in
        workflows. What they have bought, and what Pro opens for them, stays.
      </p>
    </ConfirmDialog>
  )
}
