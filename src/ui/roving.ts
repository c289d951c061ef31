/** Where an arrow, Home or End leads in a list that wraps; undefined for any other key. */
export function roved(
  key: string,
  at: number,
  count: number,
  orientation: 'vertical' | 'horizontal' = 'vertical',
): number | undefined {
  if (count === 0) return undefined
  const [back, on] = orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  switch (key) {
    case on:
      return (at + 1) % count
    case back:
      return (Math.max(at, 0) - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** The next label after `at` that starts with what was typed. One repeated letter walks on, more letters narrow. */
export function typedAhead(labels: readonly string[], typed: string, at: number): number | undefined {
  const text = typed.toLowerCase()
  const repeats = new Set(text).size === 1
  const wanted = repeats ? text.charAt(0) : text
  const start = repeats ? at + 1 : at
  for (let step = 0; step < labels.length; step++) {
    const index = (Math.max(start, 0) + step) % labels.length
    if (labels[index]?.toLowerCase().startsWith(wanted)) return index
  }
  return undefined
}
