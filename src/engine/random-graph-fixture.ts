import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { NodeError } from '#src/sdk/node-error.ts'

/** Nodes for graphs that are made by chance. */

const Joins = z.union([z.literal('any'), z.literal('all'), z.int()])

/** One more than the sum of what leads here: the count of ways to this node. Leaves by its parity. */
export const split = defineNode({
  ...{ type: 'split', version: 1, title: 'split', description: '', icon: 'box' },
  category: 'logic',
  config: z.strictObject({ terms: z.array(z.number()), join: Joins }),
  join: ({ join }) => Joins.parse(join),
  ports: ['even', 'odd'],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({}),
  run: (_context, { terms }) => {
    const sum = terms.reduce((total, term) => total + term, 1)
    return { output: sum, port: sum % 2 === 0 ? 'even' : 'odd' }
  },
})
export const fail = defineNode({
  ...split,
  type: 'fail',
  ports: ['out'],
  run: () => {
    throw new NodeError({ code: 'BROKEN', message: 'broken', permanent: true })
  },
})
