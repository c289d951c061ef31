export interface DateText {
  /** ISO 8601 */
  readonly exact: string
  readonly text: string
  /** With its time and zone. */
  readonly title: string
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The day in UTC, as servers see it: it stays when the scripts of the page run, so that nothing moves. */
export const toDateText = (exact: string): DateText => ({
  exact,
  text: day.format(new Date(exact)),
  title: `${minute.format(new Date(exact))} UTC`,
})
