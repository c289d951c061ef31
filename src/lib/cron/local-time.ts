/** "2026-11-23 09:00:00": Sweden writes dates as ISO 8601 does. */
export const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

/** "Monday, 23 November 2026 at 09:00:00" */
export const timeInWords = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'medium' }).format(at)
