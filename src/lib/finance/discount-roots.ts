/** An amount, `time` periods from now. */
export interface Flow {
  readonly amount: number
  readonly time: number
}

/** A flow with the logarithm of its size, which is asked for hundreds of times. */
interface Part extends Flow {
  readonly log: number
}

// e^-745 is the least that a number can say.
const NOTHING = -745

/** By time, each time once, without amounts of nothing. */
function inOrder(flows: readonly Flow[]): Flow[] {
  const byTime = new Map<number, number>()
  for (const { amount, time } of flows) byTime.set(time, (byTime.get(time) ?? 0) + amount)
  return [...byTime]
    .map(([time, amount]) => ({ time, amount }))
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => a.time - b.time)
}

const signChanges = (flows: readonly Flow[]): number[] =>
  flows.flatMap((flow, index) => {
    const before = flows[index - 1]
    return before !== undefined && before.amount > 0 !== flow.amount > 0 ? [index] : []
  })

/** How often the amounts, by time, change from paid to received or back: at least the number of roots. */
export const countSignChanges = (flows: readonly Flow[]): number => signChanges(inOrder(flows)).length

/** The sum of amount · e^(−time · growth) in units of its largest part, so that nothing overflows; and its error. */
function presentValue(flows: readonly Part[], growth: number): { value: number; error: number } {
  let largest = Number.NEGATIVE_INFINITY
  let steepest = 1
  for (const { log, time } of flows) {
    largest = Math.max(largest, log - time * growth)
    steepest = Math.max(steepest, Math.abs(time * growth))
  }
  let [value, size] = [0, 0]
  for (const { amount, log, time } of flows) {
    const power = log - time * growth - largest
    if (power < NOTHING) continue
    const part = Math.exp(power)
    value += amount > 0 ? part : -part
    size += part
  }
  return { value, error: Number.EPSILON * 8 * size * (1 + steepest) }
}

/** 0 where rounding errors decide the sign. */
function signAt(flows: readonly Part[], growth: number): number {
  const { value, error } = presentValue(flows, growth)
  return Math.abs(value) <= error ? 0 : Math.sign(value)
}

/** Beyond these the first or the last flow outweighs all others together. */
function bounds(flows: readonly Flow[]): [number, number] {
  const reach = (outer: Flow | undefined, next: Flow | undefined) => {
    if (outer === undefined || next === undefined) return 1
    const others = flows.reduce((sum, flow) => (flow === outer ? sum : sum + Math.abs(flow.amount)), 0)
    return Math.max(0, Math.log(others / Math.abs(outer.amount)) / Math.abs(next.time - outer.time)) + 1
  }
  return [-reach(flows.at(-1), flows.at(-2)), reach(flows[0], flows[1])]
}

const CLOSE_ENOUGH = 1e-16

/** The signs at the two ends differ. */
function bisect(flows: readonly Part[], from: number, to: number): number {
  const rising = presentValue(flows, from).value < 0
  let [low, high] = [from, to]
  for (;;) {
    const middle = low + (high - low) / 2
    if (high - low <= CLOSE_ENOUGH || middle === low || middle === high) return middle
    const { value } = presentValue(flows, middle)
    if (value === 0) return middle
    if (value < 0 === rising) low = middle
    else high = middle
  }
}

/**
 * Between two neighbouring roots of the derivative of e^(α · growth) · value there is at most one root of the value.
 * With α inside a change of sign that derivative has one change of sign less, so this ends.
 */
function rootsInOrder(flows: readonly Flow[]): number[] {
  const change = signChanges(flows)[0]
  if (change === undefined) return []
  const pivot = ((flows[change - 1]?.time ?? 0) + (flows[change]?.time ?? 0)) / 2
  const parts = flows.map((flow): Part => ({ ...flow, log: Math.log(Math.abs(flow.amount)) }))
  const turningPoints = rootsInOrder(flows.map(({ amount, time }) => ({ amount: amount * (pivot - time), time })))
  const [low, high] = bounds(flows)
  const points = [low, ...turningPoints.filter((point) => point > low && point < high), high]
  const signs = points.map((point) => signAt(parts, point))
  return points.flatMap((point, index) => {
    if (signs[index] === 0) return [point]
    const next = points[index + 1]
    return next !== undefined && (signs[index] ?? 0) * (signs[index + 1] ?? 0) < 0 ? [bisect(parts, point, next)] : []
  })
}

/**
 * Every continuous growth per period at which the flows are worth nothing now, from the least: all roots, not
 * one that a first guess happens to lead to. The rate per period is e^growth − 1.
 * Costs time in proportion to flows × changes of sign.
 */
export const discountRoots = (flows: readonly Flow[]): number[] => rootsInOrder(inOrder(flows))
