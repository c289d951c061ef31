const DAY_MS = 24 * 3600_000
const isWeekend = (date: Date): boolean => date.getUTCDay() % 6 === 0

/** The same time so many working days later. Holidays differ from place to place and count as days. */
export function afterWorkingDays(from: Date, days: number): Date {
  let date = from
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + DAY_MS)
    if (!isWeekend(date)) left -= 1
  }
  return date
}
