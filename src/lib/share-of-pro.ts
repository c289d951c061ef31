const named = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "2026-10" → "Share of Pro, October 2026" */
export const nameOfShare = (month: string): string => `Share of Pro, ${named.format(new Date(`${month}-01`))}`

export const whoUsed = (people: number): string =>
  people === 1
    ? '1 person who pays for Pro used your Pro tools'
    : `${people} people who pay for Pro used your Pro tools`
