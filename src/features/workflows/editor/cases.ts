import type { Json, JsonObject } from '#src/sdk/json.ts'

/** A case is compared with the value of the step, or is a condition of its own. */
export type Test = 'equals' | 'when'

/** One case of a switch. The id names its way out in edges, so it outlives a new name. */
export type Case = JsonObject & { readonly id: string; readonly name: string }

function toCase(value: Json): Case[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const { id, name } = value
  return typeof id === 'string' ? [{ ...value, id, name: typeof name === 'string' ? name : '' }] : []
}

export const asCases = (value: Json | undefined): Case[] => (Array.isArray(value) ? value.flatMap(toCase) : [])

export const testOf = (one: Case): { kind: Test; test: Json } =>
  one.when === undefined ? { kind: 'equals', test: one.equals ?? '' } : { kind: 'when', test: one.when }

export const withTest = ({ id, name }: Case, kind: Test, test: Json): Case => ({ id, name, [kind]: test })

export function addCase(cases: readonly Case[]): Case[] {
  const taken = new Set(cases.map(({ id }) => id))
  let number = 1
  while (taken.has(`case_${number}`)) number++
  return [...cases, { id: `case_${number}`, name: '', equals: '' }]
}

export const changeCase = (cases: readonly Case[], id: string, next: Case): Case[] =>
  cases.map((one) => (one.id === id ? next : one))

export const removeCase = (cases: readonly Case[], id: string): Case[] => cases.filter((one) => one.id !== id)

export function moveCaseUp(cases: readonly Case[], id: string): Case[] {
  const at = cases.findIndex((one) => one.id === id)
  const [before, one] = [cases[at - 1], cases[at]]
  if (before === undefined || one === undefined) return [...cases]
  return cases.toSpliced(at - 1, 2, one, before)
}
