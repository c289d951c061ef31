/** Most units that one expression may spend: about one per syntax node run, list item touched or 32 characters. */
export const EXPRESSION_BUDGET = 100_000
/** Most units that all expressions of one template may spend together. */
export const TEMPLATE_BUDGET = 400_000
/** Most units for a template that is filled in for each item of a list. */
export const LIST_BUDGET = 2_000_000

/** Units that several evaluations share. */
export interface Budget {
  left: number
}

const CHARACTERS_PER_UNIT = 32

/** Thrown inside an evaluation whose budget is spent. */
export class CostExceeded extends Error {
  constructor() {
    super('The budget of the expression is spent')
    this.name = 'CostExceeded'
  }
}

// Evaluation is synchronous and never nested, so one counter serves every expression.
let left = EXPRESSION_BUDGET

export const setBudget = (units: number): void => {
  left = units
}
export const budgetLeft = (): number => Math.max(left, 0)

/** Takes units from the running expression. @throws CostExceeded */
export function spend(units: number): void {
  left -= units
  if (left < 0) throw new CostExceeded()
}

export const textCost = (length: number): number => Math.floor(length / CHARACTERS_PER_UNIT)

/** What reading a value once costs: text and bytes by length, lists and objects by their number of entries. */
export function costOf(value: unknown): number {
  if (typeof value === 'string') return textCost(value.length)
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.length
  if (value instanceof Uint8Array) return textCost(value.length)
  if (value instanceof Map || value instanceof Set) return value.size
  return Object.keys(value).length
}
