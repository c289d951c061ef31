import { CronExpressionParser } from 'cron-parser'
import type { Parsed } from './cron-expression.ts'
import { changesOddly, oddTicks } from './odd-clocks.ts'

interface Wanted {
  readonly timeZone: string
  readonly after: Date
  readonly count: number
}

/** 29 February is the same day of the week again after 40 years at most, where a century has no leap day. */
const LONGEST_GAP_MS = 41 * 366 * 86_400_000

/** A list of so many hours, such as 0-23, means each hour as a star does. */
const HOURS_OF_DAY = 24

/** The first ticks after a time. */
export function cronTicks(parsed: Parsed, wanted: Wanted): Date[] {
  const hours = parsed.plain.split(' ').at(-4) ?? ''
  const isEachHour = hours === '*' || hours.split(',').length === HOURS_OF_DAY
  // The library takes every change for one of an hour: it would step over an odd one, find no tick after it, or count
  // twice. Of several times in an hour that is left out it gives only the first when it is asked again after that.
  if (wanted.timeZone === 'UTC' || (isEachHour && !changesOddly(wanted.timeZone))) return ticksByHours(parsed, wanted)
  return oddTicks({
    ...wanted,
    everyHour: hours === '*',
    onSteadyClock: (after, count) => ticksByHours(parsed, { timeZone: 'UTC', after, count }),
  })
}

function ticksByHours({ plain, onlyOn }: Parsed, { timeZone, after, count }: Wanted): Date[] {
  const ticks: Date[] = []
  try {
    const runs = CronExpressionParser.parse(plain, { tz: timeZone, currentDate: after })
    if (onlyOn === undefined) return runs.take(count).map((run) => run.toDate())
    const days = CronExpressionParser.parse(`* ${onlyOn}`, { tz: timeZone })
    while (ticks.length < count) {
      const run = runs.next()
      if (days.includesDate(run)) ticks.push(run.toDate())
      else if (run.getTime() - (ticks.at(-1) ?? after).getTime() > LONGEST_GAP_MS) return ticks
      else {
        run.setEndOfDay()
        runs.reset(run)
      }
    }
    return ticks
  } catch (error) {
    // The library gives up with an error on a day that does not exist, such as 31 February.
    if (error instanceof Error) return ticks
    throw error
  }
}
