import { CronExpressionParser } from 'cron-parser'
import type { Parsed } from './cron-expression.ts'

interface Wanted {
  readonly timeZone: string
  readonly after: Date
  readonly count: number
}

/** The first ticks after a time. */
export function cronTicks({ plain }: Parsed, { timeZone, after, count }: Wanted): Date[] {
  try {
    const runs = CronExpressionParser.parse(plain, { tz: timeZone, currentDate: after })
    return runs.take(count).map((run) => run.toDate())
  } catch (error) {
    // The library gives up with an error on a day that does not exist, such as 31 February.
    if (error instanceof Error) return []
    throw error
  }
}
