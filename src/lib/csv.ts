const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** A spreadsheet computes a cell that begins like this; an apostrophe before it makes it text. */
const asText = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) && !isNumber(text) ? `'${text}` : text)

/** Spreadsheets of some locales split lines at semicolons. */
const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  return asText(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** One line as RFC 4180 has it, line end included. Dates are ISO 8601, objects JSON; no cell is ever a formula. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`
