import { interpret } from '#src/engine/interpreter.ts'
import { makePlan } from '#src/engine/plan.ts'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { createNodes } from '#src/nodes/index.ts'
import { type Figure, rounded } from './figures.ts'

const ITEMS = 100_000
const WATCH_MS = 50

const GRAPH = Graph.parse({
  nodes: [
    { id: 'n0', key: 'start', type: 'manual', name: 'Start' },
    { id: 'n1', key: 'loop', type: 'loop', name: 'Loop', config: { items: '{{ trigger }}' } },
    { id: 'n2', key: 'sum', type: 'set', name: 'Sum', config: { values: { sum: '{{ item * 1.2 }}' } } },
    { id: 'n3', key: 'large', type: 'if', name: 'Large?', config: { condition: '{{ steps.sum.sum > 50.0 }}' } },
  ],
  edges: [
    { from: 'n0', to: 'n1' },
    { from: 'n1', port: 'item', to: 'n2' },
    { from: 'n2', to: 'n3' },
  ],
})

/** A loop over a hundred thousand items with two steps that compute: how long it takes and what memory it adds. */
export async function loopBench(): Promise<Figure[]> {
  const nodes = createNodes({ isPureTool: () => false, outputsOf: () => undefined })
  const plan = makePlan(GRAPH, { kind: 'manual' }, nodes, createExpressions({ matches: matchesLinearly }))
  const payload = Array.from({ length: ITEMS }, (_, index) => index % 100)
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, WATCH_MS)
  const began = performance.now()
  const outcome = await interpret(
    plan,
    { id: 'run', ownerId: 'ada', startedAt: new Date().toISOString(), payload },
    {
      host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
      signal: new AbortController().signal,
      checkpoint: (_name, work) => work(),
    },
  )
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  if (outcome.status !== 'succeeded') throw new Error(JSON.stringify(outcome.error))
  return [
    {
      name: `loop over ${ITEMS} items, two steps each`,
      value: Math.round(seconds * 1000),
      unit: 'ms',
      target: '≤ 20,000',
    },
    {
      name: `loop over ${ITEMS} items, memory added at most`,
      value: rounded((most - before) / 1_000_000),
      unit: 'MB',
      target: '≤ 256',
    },
    { name: `loop over ${ITEMS} items, steps in the log`, value: outcome.steps.length, unit: 'count' },
  ]
}
