import { daysInMonth } from '#src/lib/dates.ts'

/** Strings and comments, in which a date is none, and what may be a bare key or the beginning of a value. */
const TOKENS = /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#.*|[\w-]+/g
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:t\d\d)?$/i

/**
 * Where in a text, which is otherwise TOML, a date has a day that its month lacks: the parser takes 30 February for
 * 2 March. A line that begins with a bracket may be the head of a table, whose name may be anything: it is passed over.
 */
export function impossibleDate(text: string): number | undefined {
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const [, year, month, day] = DATE.exec(token) ?? []
    if (year === undefined || Number(day) <= daysInMonth(Number(year), Number(month))) continue
    const before = text.slice(text.lastIndexOf('\n', index) + 1, index)
    const isKey = /^[ \t]*[=.]/.test(text.slice(index + token.length))
    if (!isKey && !/^\s*\[/.test(before)) return index
  }
  return undefined
}
