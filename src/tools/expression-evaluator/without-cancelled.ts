import { isBigNumber, isFields } from './settle.ts'

type Callable = (...values: unknown[]) => unknown

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value)
  if (isBigNumber(value)) return value.abs().toNumber()
  return isFields(value) && value.isComplex === true ? Math.hypot(Number(value.re), Number(value.im)) : undefined
}

/** What is left of so much of a sum is an error of rounding: e^(i·pi) + 1 is 0. */
const NOISE = 1e-15

function isNoise(result: unknown, values: readonly unknown[]): boolean {
  // With more digits it is settled by computing twice.
  if (isBigNumber(result)) return false
  const size = sizeOf(result)
  const sizes = values.map(sizeOf)
  return size !== undefined && size > 0 && sizes.every((one) => one !== undefined) && size <= NOISE * Math.max(...sizes)
}

/** Lets sums of doubles that cancel be 0. */
export function withoutCancelled(functions: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names)
    functions[name] = new Proxy(functions[name] as Callable, {
      apply(target, self, values: unknown[]) {
        const result: unknown = Reflect.apply(target, self, values)
        return isNoise(result, values) ? 0 : result
      },
    })
}
