const COUNT = 4
const STEPS = [1, 2, 2.5, 5, 10]
/** For figures that are shown with one decimal: 0.25 would read 0.3. */
export const STEPS_OF_TENTHS = [1, 2, 5, 10]

/** About four round numbers that enclose min…max: (0, 87) → 0, 20, 40, 60, 80, 100. */
export function niceTicks(min: number, max: number, steps = STEPS): readonly number[] {
  const span = max - min || Math.abs(max) || 1
  const magnitude = 10 ** Math.floor(Math.log10(span / COUNT))
  const step = (steps.find((factor) => factor * magnitude >= span / COUNT) ?? 10) * magnitude
  const first = Math.floor(min / step)
  const last = Math.max(Math.ceil(max / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
