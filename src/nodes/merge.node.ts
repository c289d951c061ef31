import { z } from '#src/lib/zod.ts'
import { defineNode, type Join, type NodeContext } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { field } from './field-hints.ts'

const joinOf = ({ wait, count }: Readonly<JsonObject>): Join => {
  if (wait === 'some') return typeof count === 'number' ? count : 1
  return wait === 'any' ? 'any' : 'all'
}

function combine(kind: 'object' | 'list' | 'first', arrivals: NodeContext['arrivals']): Json {
  if (kind === 'first') return arrivals[0]?.output ?? null
  if (kind === 'list') return arrivals.map(({ output }) => output)
  return Object.fromEntries(arrivals.map(({ key, output }) => [key, output]))
}

export const merge = defineNode({
  type: 'merge',
  version: 1,
  title: 'Merge',
  description:
    'Joins several ways: goes on once, as soon as enough of the steps that lead here have run. What is still under way comes to its end by itself.',
  category: 'logic',
  icon: 'merge',
  config: z.strictObject({
    wait: field(z.enum(['all', 'any', 'some']).default('all'), {
      title: 'Go on after',
      description: 'When fewer steps than that have led here, this step and what follows it are skipped.',
      control: 'select',
      options: [
        { value: 'all', label: 'All steps that lead here' },
        { value: 'any', label: 'At least one of them' },
        { value: 'some', label: 'At least a number of them' },
      ],
    }),
    count: field(z.int().min(1).max(100).default(1), {
      title: 'How many',
      description: 'The number of steps that must have led here.',
      control: 'number',
      showIf: { field: 'wait', in: ['some'] },
    }),
    give: field(z.enum(['object', 'list', 'first']).default('object'), {
      title: 'Result',
      description: 'What this step gives of the outputs of those that led here.',
      control: 'select',
      options: [
        { value: 'object', label: 'An object: the output of each step by its key' },
        { value: 'list', label: 'A list of the outputs' },
        { value: 'first', label: 'The output of the first of them' },
      ],
    }),
  }),
  ports: ['out'],
  join: joinOf,
  joinsEarly: true,
  fixed: ['wait', 'count'],
  reaches: 'nothing',
  effect: 'pure',
  output: ({ give = 'object' }) => SCHEMAS.get(give) ?? {},
  run: ({ arrivals }, { give }) => ({ output: combine(give, arrivals) }),
})

const SCHEMAS = new Map<Json, JsonObject>([
  ['object', { type: 'object' }],
  ['list', { type: 'array' }],
])
