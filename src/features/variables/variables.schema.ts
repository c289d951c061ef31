import { endpoint } from '#src/lib/contract.ts'
import { VariableName } from '#src/lib/value-names.ts'
import { z } from '#src/lib/zod.ts'
import type { JsonObject } from '#src/sdk/json.ts'

export const MAX_VARIABLES = 100
/** Characters of the value as JSON: a run keeps a copy of what it reads. */
export const MAX_VARIABLE_LENGTH = 8000

export const VARIABLE_KINDS = ['string', 'number', 'boolean', 'json'] as const
export type VariableKind = (typeof VARIABLE_KINDS)[number]

export const Variable = z.object({
  name: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  value: z.json(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Variable = z.infer<typeof Variable>

export const VariableValue = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('string'), value: z.string('Text is required') }),
    z.strictObject({ kind: z.literal('number'), value: z.number('A number is required') }),
    z.strictObject({ kind: z.literal('boolean'), value: z.boolean('True or false is required') }),
    z.strictObject({ kind: z.literal('json'), value: z.json() }),
  ])
  .refine(({ value }) => JSON.stringify(value).length <= MAX_VARIABLE_LENGTH, {
    path: ['value'],
    error: `The value must have at most ${MAX_VARIABLE_LENGTH.toLocaleString('en')} characters as JSON`,
  })
export type VariableValue = z.output<typeof VariableValue>

const ByName = z.strictObject({ name: VariableName })

/** JSON Schema of `vars` in expressions; what JSON holds is left open. */
export const variableTypes = (variables: readonly Pick<Variable, 'name' | 'kind'>[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(variables.map(({ name, kind }) => [name, kind === 'json' ? {} : { type: kind }])),
})

export const variablesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/variables',
    summary: 'My variables, which expressions read as vars.<name>',
    answer: z.object({ variables: z.array(Variable) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/variables/:name',
    summary: 'One of my variables',
    params: ByName,
    answer: z.object({ variable: Variable }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/variables/:name',
    summary: 'Store a variable; runs that have begun keep the value of their start',
    // A name that cannot be is told why, and not that it is missing.
    params: z.strictObject({ name: z.string().max(200) }),
    body: VariableValue,
    answer: z.object({ variable: Variable }),
    errors: ['SIGN_IN_REQUIRED', 'VARIABLE_LIMIT_REACHED', 'INVALID_INPUT'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/variables/:name',
    summary: 'Delete a variable',
    params: ByName,
    answer: z.object({ deleted: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}
