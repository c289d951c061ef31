import { addDays, formatDate, parseDate } from '#src/lib/dates.ts'

export interface DayRange {
  readonly from: string
  readonly to: string
}

export const PRESETS = [7, 30, 90, 365] as const
const USUAL = 30
const MOST = 366

const isDay = (text: string): boolean => {
  try {
    return formatDate(parseDate(text)) === text
  } catch {
    return false
  }
}

/** The day that it is there now. */
export const todayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** So many days, of which the last is today. */
const lastDays = (days: number, today: string): DayRange => ({
  from: formatDate(addDays(parseDate(today), 1 - days)),
  to: today,
})

export interface ChosenRange extends DayRange {
  /** The preset that it is; null for days that were chosen by hand. */
  readonly days: number | null
}

/** Whether so many days can be shown at once, beginning with the first. */
export const fitsRange = ({ from, to }: DayRange): boolean =>
  isDay(from) && isDay(to) && from <= to && formatDate(addDays(parseDate(from), MOST)) > to

/** What the address of the page asks for; the last thirty days where that makes no sense. */
export function rangeIn(search: URLSearchParams, today: string): ChosenRange {
  const [from, to, days] = [search.get('from'), search.get('to'), Number(search.get('days'))]
  if (from !== null && to !== null && fitsRange({ from, to })) return { from, to, days: null }
  const chosen = PRESETS.find((preset) => preset === days) ?? USUAL
  return { ...lastDays(chosen, today), days: chosen }
}
