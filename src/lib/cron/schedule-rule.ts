import { AT_START, parseExpression } from './cron-expression.ts'
import { cronTicks } from './cron-ticks.ts'

/** When a schedule is due: by the clock of a place, or each time that so much time has passed. */
export type ScheduleRule =
  | { readonly kind: 'cron'; readonly expression: string; readonly timeZone: string }
  | { readonly kind: 'interval'; readonly seconds: number }

/** A name of the time zone database: PostgreSQL reads the sign of an offset the other way round. */
export const isTimeZone = (timeZone: string): boolean => {
  if (/^[+-]/.test(timeZone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** What is wrong with the expression of a schedule, as a sentence. */
export function cronProblem(given: string): string | undefined {
  const parsed = parseExpression(given, { offersSeconds: false })
  if (typeof parsed === 'string') return parsed
  if (parsed.expression === AT_START) return '@reboot is no time of day.'
  if (parsed.fields.length > 5) return 'It must have 5 fields: for seconds there are intervals.'
  const [next] = cronTicks(parsed, { timeZone: 'UTC', after: new Date(), count: 1 })
  return next === undefined ? 'Such a day never comes.' : undefined
}

/**
 * The first tick after a time; null when there is none. Ticks of an interval are counted from `anchor`, so that they
 * stay evenly spaced whatever happens in between.
 *
 * When clocks are put forward, a time of day that is left out comes as much later; when they are put back, one that
 * comes twice counts the first time. What is due each hour, or more often, goes on as if nothing had happened.
 */
export function tickAfter(rule: ScheduleRule, after: Date, anchor: Date): Date | null {
  if (rule.kind === 'interval') {
    const length = rule.seconds * 1000
    const passed = Math.max(0, Math.floor((after.getTime() - anchor.getTime()) / length))
    return new Date(anchor.getTime() + (passed + 1) * length)
  }
  const parsed = parseExpression(rule.expression)
  if (typeof parsed === 'string') return null
  return cronTicks(parsed, { timeZone: rule.timeZone, after, count: 1 })[0] ?? null
}

export function nextTicks(rule: ScheduleRule, after: Date, count: number): Date[] {
  const ticks: Date[] = []
  for (let at = tickAfter(rule, after, after); at !== null && ticks.length < count; at = tickAfter(rule, at, after))
    ticks.push(at)
  return ticks
}
