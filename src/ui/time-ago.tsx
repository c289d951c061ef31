import { useEffect, useState } from 'react'
import { relativeTime } from './relative-time.ts'

const MINUTE_MS = 60_000

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/**
 * The server and the first paint show the date in UTC; afterwards it is how long ago, with the exact local time
 * and its zone as the title. `at` is an ISO 8601 date or milliseconds.
 */
export function TimeAgo({ at, className }: { at: string | number; className?: string }) {
  const date = new Date(at)
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  const exact = now === undefined ? `${utc.format(date)} UTC` : local.format(date)
  return (
    <time dateTime={date.toISOString()} title={exact} className={className}>
      {now === undefined ? exact : relativeTime(date.getTime(), now)}
    </time>
  )
}
