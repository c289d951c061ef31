import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { nodesWith } from './engine-fixture.ts'
import { interpret } from './interpreter.ts'
import { makePlan } from './plan.ts'

/** One more than the sum of what leads here: the count of ways to this node. Leaves by its parity. */
const split = defineNode({
  ...{ type: 'split', version: 1, title: 'split', description: '', icon: 'box' },
  category: 'logic',
  config: z.strictObject({ terms: z.array(z.number()) }),
  ports: ['even', 'odd'],
  effect: 'pure',
  output: () => ({}),
  run: (_context, { terms }) => {
    const sum = terms.reduce((total, term) => total + term, 1)
    return { output: sum, port: sum % 2 === 0 ? 'even' : 'odd' }
  },
})
const fail = defineNode({
  ...split,
  type: 'fail',
  ports: ['out'],
  run: () => {
    throw new NodeError({ code: 'BROKEN', message: 'broken', permanent: true })
  },
})
const nodes = { ...nodesWith(async () => null), split, fail }
const compiler = createExpressions({ matches: matchesLinearly })

interface Spec {
  readonly kind: 'split' | 'fail'
  readonly disabled: boolean
  readonly onError: 'continue' | 'branch'
  /** Edges from earlier nodes; -1 is the trigger. */
  readonly from: readonly { readonly source: number; readonly port: string }[]
}

const PORTS = ['even', 'odd', 'out', 'error']

const specs: fc.Arbitrary<Spec[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('split' as const, 'split' as const, 'fail' as const),
      disabled: fc.boolean(),
      onError: fc.constantFrom('continue' as const, 'branch' as const),
      from: fc.array(fc.record({ source: fc.nat(1000), port: fc.constantFrom(...PORTS) }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((drafts) =>
    drafts.map((draft, index) => ({
      ...draft,
      from: draft.from.map(({ source, port }) => {
        const earlier = (source % (index + 1)) - 1
        return { source: earlier, port: earlier < 0 ? 'out' : port }
      }),
    })),
  )

const keyOf = (index: number) => (index < 0 ? 'start' : `s${index}`)
const term = (key: string) => `{{ has(steps.${key}) && steps.${key} != null ? steps.${key} : 0 }}`

function graphFrom(all: readonly Spec[], order: readonly number[]): Graph {
  const numbers = (spec: Spec) =>
    spec.from.filter(({ source }) => all[source]?.kind === 'split').map(({ source }) => term(keyOf(source)))
  return Graph.parse({
    nodes: [
      { id: 'start', key: 'start', type: 'webhook', name: 'start' },
      ...order.map((index) => {
        const spec = all[index]
        if (spec === undefined) throw new Error('no such node')
        const { kind: type, disabled, onError } = spec
        return {
          id: keyOf(index),
          key: keyOf(index),
          name: keyOf(index),
          type,
          disabled,
          onError,
          config: { terms: numbers(spec) },
        }
      }),
    ],
    edges: all.flatMap(({ from }, index) =>
      from.map(({ source, port }) => ({ from: keyOf(source), port, to: keyOf(index) })),
    ),
  })
}

type Visit = { readonly status: 'succeeded' | 'failed' | 'skipped'; readonly port?: string; readonly count: number }

/** The rules again, as a definition by recursion instead of a walk. */
function reference(all: readonly Spec[]): Visit[] {
  const known: Visit[] = []
  const portOf = (source: number) => (source < 0 ? 'out' : known[source]?.port)
  for (const spec of all) {
    const isReached = spec.from.some(({ source, port }) => portOf(source) === port)
    const sum = spec.from.reduce(
      (total, { source }) => total + (all[source]?.kind === 'split' ? (known[source]?.count ?? 0) : 0),
      1,
    )
    if (!isReached) known.push({ status: 'skipped', count: 0 })
    else if (spec.disabled) known.push({ status: 'skipped', port: spec.kind === 'split' ? 'even' : 'out', count: 0 })
    else if (spec.kind === 'fail')
      known.push({ status: 'failed', port: spec.onError === 'branch' ? 'error' : 'out', count: 0 })
    else known.push({ status: 'succeeded', port: sum % 2 === 0 ? 'even' : 'odd', count: sum })
  }
  return known
}

test('any graph of pure steps runs as the rules say, in whatever order its nodes are listed', async () => {
  const listed = specs.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
  )
  await fc.assert(
    fc.asyncProperty(listed, async ([all, order]) => {
      const plan = makePlan(graphFrom(all, order), { kind: 'webhook' }, nodes, compiler)
      const facts = { id: 'run', ownerId: 'ada', startedAt: '2026-01-01T00:00:00.000Z', payload: null }
      const outcome = await interpret(plan, facts, {
        host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
        signal: new AbortController().signal,
        checkpoint: (_name, work) => work(),
      })
      expect(outcome.status).toBe('succeeded')
      const steps = new Map(outcome.steps.map((step) => [step.key, step]))
      expect(steps.size).toBe(all.length + 1)
      for (const [index, { status, count }] of reference(all).entries()) {
        const step = steps.get(keyOf(index))
        expect(step?.status).toBe(status)
        if (status === 'succeeded') expect(step?.output).toBe(count)
      }
    }),
    { numRuns: 300 },
  )
})
