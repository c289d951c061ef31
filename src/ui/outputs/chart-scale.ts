const STEPS = [1, 2, 2.5, 5, 10]

/** About `count` round numbers that enclose min…max: (0, 87) → 0, 20, 40, 60, 80, 100. */
export function niceTicks(min: number, max: number, count = 4): readonly number[] {
  const span = max - min || Math.abs(max) || 1
  const magnitude = 10 ** Math.floor(Math.log10(span / count))
  const step = (STEPS.find((factor) => factor * magnitude >= span / count) ?? 10) * magnitude
  const first = Math.floor(min / step)
  const last = Math.max(Math.ceil(max / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
