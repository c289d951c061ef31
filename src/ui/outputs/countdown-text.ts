const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** How long it is until then, in its two largest units: 12_000 → "in 12 s", 90_000_000 → "in 1 d 1 h", 0 → "now". */
export function countdownText(ms: number): string {
  let rest = Math.max(0, Math.ceil(ms / 1000))
  const first = UNITS.findIndex(([size]) => rest >= size)
  if (first === -1) return 'now'
  const parts = UNITS.slice(first, first + 2).map(([size, name]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? '' : ` ${count} ${name}`
  })
  return `in${parts.join('')}`
}
