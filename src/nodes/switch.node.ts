import { isSameJson } from '#src/lib/same-json.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode, type NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { conditionAt } from './condition.ts'
import { field, JsonValue } from './field-hints.ts'

const MAX_CASES = 50
/** Ways out that nodes have anyway. */
const TAKEN_IDS = new Set(['out', 'otherwise', 'error'])

const Case = z
  .strictObject({
    /** Names the way out in edges, so it stays when the case is renamed. */
    id: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores; begin with a letter')
      .refine((id) => !TAKEN_IDS.has(id), 'This id is taken'),
    name: z.string().max(100).default(''),
    equals: JsonValue.optional(),
    when: z.union([z.boolean(), z.string()]).optional(),
  })
  .refine(({ equals, when }) => (equals === undefined) !== (when === undefined), 'Give either a value or a condition')
type Case = z.output<typeof Case>

const Cases = z
  .array(Case)
  .min(1, 'Add a case')
  .max(MAX_CASES)
  .refine((cases) => new Set(cases.map(({ id }) => id)).size === cases.length, 'Each case needs an id of its own')

function fits(context: NodeContext, value: Json, { equals }: Case, index: number): boolean {
  if (equals !== undefined) return isSameJson(value, context.evaluate(`cases.${index}.equals`))
  const path = `cases.${index}.when`
  return conditionAt(path, context.evaluate(path))
}

export const switchNode = defineNode({
  type: 'switch',
  version: 1,
  title: 'Switch',
  description: 'Goes the way of the first case that fits, or the way “otherwise” when none does.',
  category: 'logic',
  icon: 'signpost',
  config: z.strictObject({
    value: field(JsonValue.default(null), {
      title: 'Value',
      description: 'What cases with a value are compared with.',
      control: 'expression',
      placeholder: '{{ trigger.body.plan }}',
    }),
    cases: field(Cases, {
      title: 'Cases',
      description: 'Looked at from top to bottom; those after the first that fits are not evaluated.',
      control: 'cases',
    }),
  }),
  ports: { each: 'cases', otherwise: 'otherwise' },
  fixed: ['cases'],
  templates: { cases: 'later' },
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({
    type: 'object',
    properties: { case: { type: 'string' }, name: { type: 'string' }, value: {} },
    required: ['case', 'name', 'value'],
  }),
  run: (context, { value, cases }) => {
    const { id, name } = cases.find((one, index) => fits(context, value, one, index)) ?? OTHERWISE
    return { output: { case: id, name: name === '' ? id : name, value }, port: id }
  },
})

const OTHERWISE = { id: 'otherwise', name: '' }
