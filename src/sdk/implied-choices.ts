import type { Field } from './fields.ts'
import { defaultOf, isShown } from './validate-input.ts'

type Inputs = Readonly<Record<string, unknown>>

const isGiven = (inputs: Inputs, name: string): boolean => Object.hasOwn(inputs, name) && !isNothing(inputs[name])
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * Programs leave out what a form always holds. Whoever sends {"shift": 3} and no variant means the one variant that
 * has a shift: with the usual variant the shift would be passed over, and the answer be another one than asked for.
 */
export function withImpliedChoices<I extends Inputs>(fields: readonly Field[], inputs: I): I {
  const implied: Record<string, unknown> = {}
  for (const field of fields) {
    const choice = fields.find(({ name }) => name === field.showIf?.field)
    if (choice === undefined || !isGiven(inputs, field.name) || isGiven(inputs, choice.name)) continue
    const usual = { ...inputs, [choice.name]: defaultOf(choice, inputs) }
    const [only, ...others] = field.showIf?.in ?? []
    if (others.length === 0 && !isShown(field, usual)) implied[choice.name] ??= only
  }
  return { ...inputs, ...implied }
}
