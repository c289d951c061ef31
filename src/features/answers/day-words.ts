import { addDays, type CalendarDate, formatDate, parseDate, toDays } from '#src/lib/dates.ts'

/** Days from today. */
const DAY_WORDS: Readonly<Record<string, number>> = { today: 0, now: 0, tomorrow: 1, yesterday: -1 }

export const DAY_WORD = Object.keys(DAY_WORDS).join('|')
/** A date, or a word for a day that is near. */
export const DAY = String.raw`\d{4}-\d{2}-\d{2}|${DAY_WORD}`

export const isDayWord = (text: string): boolean => Object.hasOwn(DAY_WORDS, text.toLowerCase())

/** As YYYY-MM-DD; `today` is that of whoever asks. */
export const dayOf = (text: string, today: string): string =>
  isDayWord(text) ? formatDate(addDays(parseDate(today), DAY_WORDS[text.toLowerCase()] ?? 0)) : text

const FEASTS = {
  'christmas eve': { month: 12, day: 24 },
  christmas: { month: 12, day: 25 },
  'new year': { month: 1, day: 1 },
  'new year’s eve': { month: 12, day: 31 },
  halloween: { month: 10, day: 31 },
  'valentine’s day': { month: 2, day: 14 },
} as const

/** A day that has its name wherever this calendar is used, with the spellings that people search by. */
export const FEAST = `christmas(?: eve| day)?|xmas|new year(?:['’]?s(?: day| eve)?)?|halloween|valentine['’]?s(?: day)?`

function feastNamed(text: string): Pick<CalendarDate, 'month' | 'day'> {
  const name = text.toLowerCase()
  if (name.startsWith('new')) return FEASTS[name.endsWith('eve') ? 'new year’s eve' : 'new year']
  if (name.startsWith('valentine')) return FEASTS['valentine’s day']
  if (name === 'halloween') return FEASTS.halloween
  return FEASTS[name.endsWith('eve') ? 'christmas eve' : 'christmas']
}

/** The next one as YYYY-MM-DD; the day itself is its own. */
export function nextFeast(text: string, today: string): string {
  const now = parseDate(today)
  const next = { ...feastNamed(text), year: now.year }
  return formatDate(toDays(next) < toDays(now) ? { ...next, year: now.year + 1 } : next)
}
