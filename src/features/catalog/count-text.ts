const grouped = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const COMPACT_FROM = 100_000

/** "1 run", "1,234 runs", "1.2M runs" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count < COMPACT_FROM ? grouped.format(count) : compact.format(count)} ${count === 1 ? one : many}`

/** "999"; "1,000+" where counting stopped at `count`. */
export const exactOrMore = (count: number, capped: boolean): string => grouped.format(count) + (capped ? '+' : '')

/** "1 tool found", "8 tools found"; "1,000+ tools found" where counting stopped at `total`. */
export const toolsFound = (total: number, capped: boolean): string =>
  capped ? `${exactOrMore(total, capped)} tools found` : `${counted(total, 'tool')} found`
