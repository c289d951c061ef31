import { addDays, formatDate, parseDate } from '#src/lib/dates.ts'

/** Days from today. */
const DAY_WORDS: Readonly<Record<string, number>> = { today: 0, now: 0, tomorrow: 1, yesterday: -1 }

export const DAY_WORD = Object.keys(DAY_WORDS).join('|')
/** A date, or a word for a day that is near. */
export const DAY = String.raw`\d{4}-\d{2}-\d{2}|${DAY_WORD}`

export const isDayWord = (text: string): boolean => Object.hasOwn(DAY_WORDS, text.toLowerCase())

/** As YYYY-MM-DD; `today` is that of whoever asks. */
export const dayOf = (text: string, today: string): string =>
  isDayWord(text) ? formatDate(addDays(parseDate(today), DAY_WORDS[text.toLowerCase()] ?? 0)) : text
