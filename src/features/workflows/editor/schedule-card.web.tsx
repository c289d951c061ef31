import { useDeferredValue } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { timeInWords } from '#src/lib/cron/local-time.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Card } from '#src/ui/card.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useSchedulePreview } from './use-schedule-preview.web.tsx'

/** When the schedule of a draft is due, in words. */
export function ScheduleCard({ graph }: { readonly graph: Graph }) {
  const schedule = graph.nodes.find(({ type }) => type === 'schedule')
  if (schedule === undefined) return null
  return (
    <Card heading="Next runs">
      <div className="flex flex-col gap-2">
        <NextTimes config={schedule.config} />
      </div>
    </Card>
  )
}

function NextTimes({ config }: Pick<GraphNode, 'config'>) {
  const asked = useDeferredValue(config)
  const { data, error } = useSchedulePreview(asked)
  if (data === undefined)
    return error === null ? (
      <Spinner label="Working out the next runs…" showLabel />
    ) : (
      <p className="text-14 text-text-2">{toApiError(error).message}</p>
    )
  if (data.problem !== null) return <p className="text-14 text-bad">{data.problem}</p>
  return (
    <>
      <p className="text-14 text-text-2">{data.inWords}</p>
      <ol className="flex flex-col gap-1 text-14">
        {data.next.map(({ at, inWords }) => (
          <li key={at}>
            <time dateTime={at}>
              {inWords} ({zoneOf(asked).replaceAll('_', ' ')})
            </time>
            <ViewersTime at={at} zone={zoneOf(asked)} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** The same moment on the clock of whoever looks, where that is another one. */
const ViewersTime = ({ at, zone }: { readonly at: string; readonly zone: string }) => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return own === zone ? null : (
    <span className="block text-13 text-text-2">
      Where you are: {timeInWords(new Date(at), own)} ({own.replaceAll('_', ' ')})
    </span>
  )
}

/** Intervals are counted in UTC; times of the day are those of the zone that the schedule names. */
const zoneOf = ({ mode, timeZone }: GraphNode['config']): string =>
  mode !== 'interval' && typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC'
