import { useQuery } from '@tanstack/react-query'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { Card } from '#src/ui/card.tsx'
import { Progress } from '#src/ui/meters.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ErrorState, OfflineState } from '#src/ui/states.tsx'
import type { Usage, usageContract } from './usage.schema.ts'

const usage = getting<typeof usageContract.get>('/api/usage')

const number = (value: number) => value.toLocaleString('en')
const megabytes = (bytes: number) => `${number(Number((bytes / 1_000_000).toFixed(1)))} MB`

/** What the workflows of this account use of what they may. */
export function UsagePanel() {
  // Each time anew: runs begin and end meanwhile.
  const query = useQuery({ ...usage, staleTime: 0 })
  return (
    <Card heading="Limits and usage">
      <QueryView
        query={query}
        loading={<RowSkeletons count={3} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your usage could not be loaded" {...failure} />}
      >
        {(data) => <Shares usage={data.usage} />}
      </QueryView>
    </Card>
  )
}

const Shares = ({ usage: { atOnce, startsPerMinute, stored, kept } }: { usage: Usage }) => (
  <div className="flex flex-col gap-5">
    <Progress
      label="Values in the logs of large runs"
      value={Math.min(stored.used, stored.limit)}
      max={stored.limit}
      detail={`${megabytes(stored.used)} of ${megabytes(stored.limit)}`}
    />
    <Progress
      label="Kept runs"
      value={Math.min(kept.used, kept.limit)}
      max={kept.limit}
      detail={`${number(kept.used)} of ${number(kept.limit)}`}
    />
    <Progress
      label="Runs at work now"
      value={Math.min(atOnce.used, atOnce.limit)}
      max={atOnce.limit}
      detail={`${number(atOnce.used)} of ${number(atOnce.limit)}`}
    />
    <p className="text-14 text-text-2">
      Runs that have ended are kept for {number(kept.days)} days; their numbers stay in the analytics of a workflow. By
      hand and through the API you can start {number(startsPerMinute)} runs in a minute; more of them at the same time
      than may be at work wait in a queue.
    </p>
  </div>
)
