import { addDays, formatDate, parseDate } from '#src/lib/dates.ts'
import type { BucketRow, DayRow, Sums } from './analytics.queries.ts'
import type { Analytics, AnalyticsDay } from './analytics.schema.ts'

/** By what the buckets of durations grow; the function duration_bucket in db/migrations has the same. */
const GROWTH = 1.02

/** The middle of a bucket, so that no duration in it is more than 1 % away. */
const durationIn = (bucket: number): number => GROWTH ** (bucket + 0.5)

type Bucket = Pick<BucketRow, 'bucket' | 'runs'>

/** The nearest rank: the shortest duration that this share of the runs did not exceed. Buckets come in any order. */
export function percentile(buckets: readonly Bucket[], share: number): number | null {
  const total = buckets.reduce((sum, { runs }) => sum + runs, 0)
  const rank = Math.ceil(share * total)
  let seen = 0
  for (const { bucket, runs } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    seen += runs
    if (seen >= rank) return durationIn(bucket)
  }
  return null
}

type Counts = Omit<AnalyticsDay, 'day'>

function sumUp(
  rows: readonly Omit<DayRow, 'day'>[],
  buckets: readonly Bucket[],
  timeSavedSeconds: number | null,
): Counts {
  const sum = (name: keyof Omit<DayRow, 'day'>) => rows.reduce((total, row) => total + row[name], 0)
  const [succeeded, failed] = [sum('succeeded'), sum('failed')]
  return {
    runs: sum('runs'),
    succeeded,
    failed,
    cancelled: sum('cancelled'),
    successRate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
    p50: percentile(buckets, 0.5),
    p95: percentile(buckets, 0.95),
    p99: percentile(buckets, 0.99),
    timeSavedSeconds: timeSavedSeconds === null ? null : timeSavedSeconds * succeeded,
  }
}

/** Every day from the first to the last. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = parseDate(from); formatDate(day) <= to; day = addDays(day, 1)) days.push(formatDate(day))
  return days
}

interface Range {
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

export function toAnalytics({ from, to, timeZone }: Range, sums: Sums): Analytics {
  const counts = Map.groupBy(sums.days, ({ day }) => day)
  const buckets = Map.groupBy(sums.buckets, ({ day }) => day)
  const saved = sums.timeSavedSeconds
  return {
    from,
    to,
    timeZone,
    total: sumUp(sums.days, sums.buckets, saved),
    days: daysOf(from, to).map((day) => ({ day, ...sumUp(counts.get(day) ?? [], buckets.get(day) ?? [], saved) })),
    failures: [...sums.failures],
  }
}
