import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { conditionAt } from './condition.ts'
import { field, JsonValue } from './field-hints.ts'
import { nameOfType } from './name-of-type.ts'

const MAX_ITEMS = 100_000
/** Items after which other work of the process gets its turn. */
const ITEMS_AT_A_TIME = 2000

const Items = z
  .array(JsonValue, { error: ({ input }) => `The items must be a list; they are ${nameOfType(input)}` })
  .max(MAX_ITEMS, `A list may have ${MAX_ITEMS.toLocaleString('en')} items`)

const othersFirst = () => new Promise((done) => setTimeout(done))

export const filter = defineNode({
  type: 'filter',
  version: 1,
  title: 'Filter',
  description: 'Keeps the items of a list for which a condition is true.',
  category: 'logic',
  icon: 'funnel',
  config: z.strictObject({
    items: field(Items, {
      title: 'Items',
      description: 'The list to look through.',
      control: 'expression',
      placeholder: '{{ trigger.body.orders }}',
    }),
    keep: field(z.union([z.boolean(), z.string().min(1)]), {
      title: 'Keep an item when',
      description: 'An expression that is true or false for each item: item is the item, index its place from 0.',
      control: 'expression',
      decides: true,
      placeholder: '{{ item.total > 100.0 }}',
    }),
  }),
  ports: ['out'],
  templates: { keep: 'per-item' },
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({ type: 'array' }),
  run: async (context, { items }) => {
    const kept: Json[] = []
    for (const [index, item] of items.entries()) {
      if (index % ITEMS_AT_A_TIME === ITEMS_AT_A_TIME - 1) await othersFirst()
      context.signal.throwIfAborted()
      if (conditionAt('keep', context.evaluate('keep', { item, index }))) kept.push(item)
    }
    return { output: kept }
  },
})
