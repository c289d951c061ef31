const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i

/** A number that JSON writes back with the same value: not 007, not 1e999, not more digits than a double holds. */
function toExactNumber(cell: string): number | undefined {
  if (!NUMBER.test(cell)) return undefined
  const number = Number(cell)
  const digits = cell.replace(/e.*$/i, '').replace(/^-?0*\.?0*|\./g, '').length
  return Number.isFinite(number) && digits <= 15 ? number : undefined
}

/** What a cell means: a number, true, false, nothing; else its text. */
export function inferType(cell: string): string | number | boolean | null {
  if (cell === '') return null
  if (/^true$/i.test(cell)) return true
  if (/^false$/i.test(cell)) return false
  return toExactNumber(cell) ?? cell
}
